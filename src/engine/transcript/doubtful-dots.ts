import { abbreviationKinds, ORDINAL_DOT_LANGUAGES } from './abbreviations.ts';
import { CLOSING_MARKS } from './closing-marks.ts';
import { isStarter } from './sentence-starters.ts';

/** Pauses in seconds before which a dot ends a sentence though it may belong to an abbreviation or ordinal, or to an initial. */
export const DOUBTFUL_DOT_PAUSE = 0.5;
const INITIAL_PAUSE = 0.8;

export const ENDS_WITH_DOT = new RegExp(`\\.[${CLOSING_MARKS}]*$`, 'u');
const OPENING = String.raw`^\s*[\p{Ps}\p{Pi}„‚"'¿¡#@]*`;
export const BEGINS_WITH_NUMBER = new RegExp(String.raw`${OPENING}\p{Sc}?[-+]?\p{Nd}`, 'u');
export const BEGINS_WITH_CAPITAL = new RegExp(String.raw`${OPENING}\p{Lu}`, 'u');
export const BEGINS_IN_LOWER_CASE = new RegExp(String.raw`${OPENING}\p{Ll}`, 'u');

/** Close a list. What follows with a capital begins a sentence, but for German nouns behind adjectives. */
const CLOSES_LIST = /^(?:etc|usw|usf|uvm|u\.v\.m|ecc|enz|e\.d|osv|itd|itp|apod)$/iu;
const CLOSES_GERMAN_LIST = /^(?:v\.m|u\.a\.m|[uo]\.ä)$/iu;
/** "17 h.", "5 m.": units have no dot, so it is the sentence's. */
const UNIT_LETTER = /^[ghlm]$/u;

const bareOf = (text: string): string =>
  text
    .trim()
    .replace(/^[("'“„«‹¡¿[]+/u, '')
    .replace(ENDS_WITH_DOT, '');

/** Whether a word such as "etc." is followed by a sentence; behind it and a bracket, one may go on. */
function closesList(text: string, before: string, next: string, language: string): boolean {
  if (!text.trimEnd().endsWith('.') || !BEGINS_WITH_CAPITAL.test(next) || /^\s*I$/.test(next)) return false;
  const bare = bareOf(text);
  if (language !== 'de') return CLOSES_LIST.test(bare);
  if (CLOSES_GERMAN_LIST.test(`${bareOf(before)}.${bare}`)) return true;
  return CLOSES_LIST.test(bare) && !BEGINS_IN_LOWER_CASE.test(before);
}

/** "am 15. Kommen Sie bitte": a noun would hardly be followed by "Sie". */
const isGermanRequest = (next: string, afterNext: string, language: string): boolean =>
  language === 'de' && /^\s*\p{Lu}\p{Ll}+e?n$/u.test(next) && /^\s*Sie\b/u.test(afterNext);

const isUnitAtEnd = (before: string, next: string, language: string): boolean =>
  language !== 'de' && /\p{Nd}$/u.test(before.trimEnd()) && BEGINS_WITH_CAPITAL.test(next);

/** "Apt. B"; the letters left out are words that begin sentences. */
const LETTER_AS_NUMBER = /^\s*[B-DF-HJ-NP-XZ][,;:]?$/u;

/** "Art. 5", "Sat. Jan. 6", "Fig. No. 3"; but "Oh no. Fig. 3 is gone." */
const leadsToNumber = (bare: string, next: string, language: string): boolean =>
  BEGINS_WITH_NUMBER.test(next) ||
  (bare !== 'no' &&
    (LETTER_AS_NUMBER.test(next) ||
      (ENDS_WITH_DOT.test(next) && abbreviationKinds(bareOf(next), '', language).has('numbered'))));

/** Seconds of silence behind the dot of a word with which it ends a sentence: none for a word that is no abbreviation. */
export function pauseForDot(
  text: string,
  before: string,
  [next, afterNext]: [string, string],
  language: string,
): number {
  const bare = bareOf(text);
  if (UNIT_LETTER.test(bare) && isUnitAtEnd(before, next, language)) return 0;
  const kinds = abbreviationKinds(bare, bareOf(before), language);
  if (kinds.has('titles')) return Number.POSITIVE_INFINITY;
  if (isStarter(next, language) || isGermanRequest(next, afterNext, language)) return 0;
  if (closesList(text, before, next, language)) return 0;
  if (kinds.has('others')) return DOUBTFUL_DOT_PAUSE;
  if (kinds.has('numbered') && leadsToNumber(bare, next, language)) return DOUBTFUL_DOT_PAUSE;
  // "J." is an initial and "U.S." a row of them, but "I." ends a sentence just as often.
  if (language === 'en' && /^i$/i.test(bare)) return bare === 'I' ? DOUBTFUL_DOT_PAUSE : 0;
  if (/^[\p{Lu}\p{Ll}]$/u.test(bare)) return INITIAL_PAUSE;
  if (/^(?:\p{L}\.-?)+\p{L}$/u.test(bare)) return DOUBTFUL_DOT_PAUSE;
  if (ORDINAL_DOT_LANGUAGES.has(language) && /^\d{1,4}$/.test(bare)) return DOUBTFUL_DOT_PAUSE;
  return 0;
}
