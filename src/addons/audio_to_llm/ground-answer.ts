import type { Transcription } from '../../contract/transcripts/transcription-result.ts';
import { sentencesOf } from '../../engine/transcript/text-sentences.ts';
import { inventedIn } from '../invented-in.ts';
import { plainMarks } from '../split-word.ts';

/** The answer if the transcript does not contain one. */
export const NOT_CONTAINED = 'The transcript does not say.';

/** The extent of a sentence that only says what is missing; after these marks it may say something else. */
const REST = '(?:(?!\\b(?:but|however|although|though|while|whereas|except|instead)\\b|, *only\\b|[;:–—]).)*';
const REFUSAL = new RegExp(
  `^\\W*(?:none|null|n/a|unknown|nothing|no answer|not (?:mentioned|stated|specified|given|found|available|applicable|contained)(?: ` +
    `in the (?:transcript|text|recording))?|(?:the|this) (?:transcript|text|recording) does(?: not|n't) ` +
    `(?:say|contain|mention|state|specify|provide)\\b${REST}|no (?:information|mention)\\b${REST})\\W*$`,
  'iu',
);
/** What may accompany it and says nothing either. */
const EXCUSE = new RegExp(
  `^\\W*(?:(?:therefore|thus|so|hence|consequently),? )?(?:i (?:cannot|can't|am unable to|am not able to)|it is (?:not ` +
    `possible|impossible) to) (?:answer|say|tell|determine|give|provide)\\b${REST}$`,
  'iu',
);

/** True for an answer that only says that there is none. */
export function isRefusal(answer: string): boolean {
  const sentences = plainMarks(answer)
    .split('\n')
    .flatMap((line) => sentencesOf(line, 'en'));
  return (
    sentences.every((text) => REFUSAL.test(text) || EXCUSE.test(text)) &&
    (sentences.length === 0 || sentences.some((text) => REFUSAL.test(text)))
  );
}

/** Adds a warning if neither transcript nor question has a name or number of the answer: small models invent them. */
export function groundAnswer(answer: string, prompt: string, transcription: Transcription): string {
  if (isRefusal(answer)) return NOT_CONTAINED;
  const invented = inventedIn(answer, transcription, prompt);
  return invented.length === 0 ? answer : `${answer}\n(Not in the transcript: ${invented.join(', ')}.)`;
}
