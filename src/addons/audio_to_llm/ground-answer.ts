import type { Transcription } from '../../contract/transcription-result.ts';
import { languageInEnglish } from '../language-in-english.ts';
import { stopWords } from '../stop-words.ts';
import { plainMarks } from '../word-parts.ts';

/** What an answer says where the transcript does not contain it. */
export const NOT_CONTAINED = 'The transcript does not say.';

const REFUSAL =
  /^\W*(?:none|null|n\/a|unknown|nothing|no answer|not (?:mentioned|stated|specified|given|found|available|applicable|contained)(?: in the (?:transcript|text|recording))?|(?:the|this) (?:transcript|text|recording) does not (?:say|contain|mention|state|specify|provide)\b.*|no (?:information|mention)\b.*)\W*$/iu;

/** True for an answer that only says that there is none. */
export const isRefusal = (answer: string): boolean => answer.trim() === '' || REFUSAL.test(answer.trim());

/** Languages that write every noun with a capital: it tells no name there. */
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
const NAME_OR_NUMBER = /\p{Lu}[\p{L}\p{M}'-]+|\d[\d.,:]*\d|\d/gu;
/** An answer of as few words is all name: also its first word is looked up. */
const SHORT_ANSWER = 4;

/**
 * An answer with a word of caution where it has names or numbers that are neither in the transcript nor in the question:
 * a small model makes them up.
 */
export function groundAnswer(answer: string, prompt: string, transcription: Transcription): string {
  if (isRefusal(answer)) return NOT_CONTAINED;
  const { full_transcript, languages, utterances } = transcription;
  const told = [
    full_transcript,
    prompt,
    ...languages.map(languageInEnglish),
    ...utterances.map(({ speaker }) => (speaker === undefined ? '' : `Speaker ${speaker + 1} `)),
  ].join(' ');
  const known = new Set(wordsOf(told));
  const language = languages[0] ?? 'en';
  const invented = namesAndNumbers(answer, language).filter(
    (found) => !wordsOf(found).every((word) => known.has(word)),
  );
  if (invented.length === 0) return answer;
  return `${answer}\n(Not in the transcript: ${[...new Set(invented)].join(', ')}.)`;
}

const wordsOf = (text: string): string[] =>
  plainMarks(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function namesAndNumbers(answer: string, language: string): string[] {
  // The numbers of a list are the answer's own.
  const text = answer.replaceAll(/^\s*\d+[.)]\s+/gmu, '');
  const ordinary = new Set([...YES_AND_NO, ...stopWords('en'), ...stopWords(language)]);
  const isShort = text.trim().split(/\s+/u).length <= SHORT_ANSWER;
  return [...text.matchAll(NAME_OR_NUMBER)].flatMap(({ 0: found, index }) => {
    if (/^\d/u.test(found)) return [found];
    if (CAPITAL_NOUNS.has(language) || ordinary.has(found.toLowerCase())) return [];
    const before = text.slice(0, index);
    const begins = /(?:^|[.?!:\n*•-])["'“(\s]*$/u.test(before);
    return begins && !isShort ? [] : [found];
  });
}
