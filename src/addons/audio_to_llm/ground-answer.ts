import type { Transcription } from '../../contract/transcripts/transcription-result.ts';
import { speakerName } from '../../contract/transcripts/voice-name.ts';
import { sentencesOf } from '../../engine/transcript/text-sentences.ts';
import { comparableWords } from '../comparable-words.ts';
import { languageInEnglish } from '../language-in-english.ts';
import { plainMarks } from '../split-word.ts';
import { stopWords } from '../stop-words.ts';
import { DIGITS, numberValue, saidNumbers } from './said-numbers.ts';

/** The answer if the transcript does not contain one. */
export const NOT_CONTAINED = 'The transcript does not say.';

/** The extent of a sentence that only says what is missing; after these marks it may say something else. */
const REST = '(?:(?!\\b(?:but|however|although|though|while|whereas|except|instead)\\b|, *only\\b|[;:–—]).)*';
const REFUSAL = new RegExp(
  `^\\W*(?:none|null|n/a|unknown|nothing|no answer|not (?:mentioned|stated|specified|given|found|available|applicable|contained)(?: in the (?:transcript|text|recording))?|(?:the|this) (?:transcript|text|recording) does(?: not|n't) (?:say|contain|mention|state|specify|provide)\\b${REST}|no (?:information|mention)\\b${REST})\\W*$`,
  'iu',
);
/** What may accompany it and says nothing either. */
const EXCUSE = new RegExp(
  `^\\W*(?:(?:therefore|thus|so|hence|consequently),? )?(?:i (?:cannot|can't|am unable to|am not able to)|it is (?:not possible|impossible) to) (?:answer|say|tell|determine|give|provide)\\b${REST}$`,
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

/** Languages that capitalise every noun, so that a capital does not indicate a name. */
const CAPITAL_NOUNS = new Set(['de', 'lb']);
const YES_AND_NO = [
  'yes',
  'no',
  'oui',
  'non',
  'sí',
  'si',
  'sì',
  'sim',
  'não',
  'tak',
  'nie',
  'ja',
  'nej',
  'да',
  'нет',
];
const NAME = /\p{Lu}[\p{L}\p{M}'-]+/gu;
/** An answer with this few words is all name, so its first word is checked too. */
const SHORT_ANSWER = 4;

/**
 * Adds a warning to an answer with names or numbers that are neither in the transcript nor in the question: small
 * models invent them.
 */
export function groundAnswer(answer: string, prompt: string, transcription: Transcription): string {
  if (isRefusal(answer)) return NOT_CONTAINED;
  const { full_transcript, languages, utterances } = transcription;
  const told = [
    full_transcript,
    prompt,
    ...languages.map(languageInEnglish),
    ...utterances.map(({ speaker }) => (speaker === undefined ? '' : `${speakerName(speaker)} `)),
  ].join(' ');
  const known = new Set(comparableWords(told));
  // The numbers of a list belong to the answer.
  const text = answer.replaceAll(/^\s*\d+[.)]\s+/gmu, '');
  const numbers = numbersIn(text);
  if (numbers.length > 0) for (const number of saidNumbers(told, ['en', ...languages])) known.add(number);
  const isSaid = (claimed: string) => comparableWords(claimed).every((word) => known.has(word));
  const invented = [
    ...namesIn(text, languages[0] ?? 'en').filter((name) => !isSaid(name.text)),
    ...numbers.filter((number) => !known.has(number.value) && !isSaid(number.text)),
  ].toSorted((a, b) => a.index - b.index);
  if (invented.length === 0) return answer;
  return `${answer}\n(Not in the transcript: ${[...new Set(invented.map((one) => one.text))].join(', ')}.)`;
}

/** An answer's claims and their positions. */
interface Claim {
  text: string;
  index: number;
}

function namesIn(text: string, language: string): Claim[] {
  if (CAPITAL_NOUNS.has(language)) return [];
  const ordinary = new Set([...YES_AND_NO, ...stopWords('en'), ...stopWords(language)]);
  const isShort = text.trim().split(/\s+/u).length <= SHORT_ANSWER;
  return [...text.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    if (ordinary.has(name.toLowerCase())) return [];
    const begins = /(?:^|[.?!:\n*•-])["'“(\s]*$/u.test(text.slice(0, index));
    return begins && !isShort ? [] : [{ text: name, index }];
  });
}

const numbersIn = (text: string): (Claim & { value: string })[] =>
  [...text.matchAll(DIGITS)].map(({ 0: digits, index }) => ({
    text: digits,
    index,
    value: numberValue(digits, text.slice(index + digits.length)),
  }));
