import { segmentsOf } from '../../lib/segmenter-of.ts';
import { ABBREVIATIONS, ORDINAL_DOT_LANGUAGES } from './abbreviations.ts';

/** A word and the silence after it. */
interface SpokenWord {
  text: string;
  /** Seconds of silence before the next word. */
  pauseAfter: number;
}

/** A dot that may belong to an abbreviation or ordinal ends a sentence only before a pause this long. */
const DOUBTFUL_DOT_PAUSE = 0.5;

const CLOSING = '["\'”’»›)\\]」』】）]*';
const ENDS_WITH_DOT = new RegExp(`\\.${CLOSING}$`, 'u');
const ENDS_WITH_MARK = new RegExp(`[.!?…。！？．।؟۔።]${CLOSING}$`, 'u');
const ENDS_WITH_SURE_MARK = new RegExp(`[!?。！？．।؟۔።]${CLOSING}$`, 'u');
const ENDS_WITH_ELLIPSIS = new RegExp(`(?:(?<!\\.)\\.{2,}|…)${CLOSING}$`, 'u');

type Dot = 'never' | 'doubtful' | 'sure';

/** Meaning of the dot at the end of a word, before looking at the next word. */
function judgeDot(text: string, language: string): Dot {
  const bare = text
    .trim()
    .replace(/^[("'“„«¿¡[]+/u, '')
    .replace(ENDS_WITH_DOT, '');
  const { titles, others } = ABBREVIATIONS[language] ?? { titles: [], others: [] };
  const lower = bare.toLocaleLowerCase(language);
  if (titles.includes(lower)) return 'never';
  if (others.includes(lower)) return 'doubtful';
  // "J." is an initial and "U.S." a row of them, but "I." ends a sentence just as often.
  if (/^\p{Lu}$/u.test(bare)) return bare === 'I' && language === 'en' ? 'doubtful' : 'never';
  if (/^(?:\p{L}\.)+\p{L}$/u.test(bare)) return 'doubtful';
  if (ORDINAL_DOT_LANGUAGES.has(language) && /^\d{1,4}$/.test(bare)) return 'doubtful';
  return 'sure';
}

/** "Really?" he asked: the sentence continues after the quotation. */
const isQuoteInside = (word: string, next = ''): boolean =>
  /["'”’»›]$/u.test(word) && /^\s*\p{Ll}/u.test(next);

/** Indices of the last words of sentences according to Unicode's rules (UAX 29). */
function segmenterEnds(words: readonly SpokenWord[], language: string): Set<number> {
  const text = words.map((word) => word.text).join('');
  const boundaries = new Set<number>();
  for (const segment of segmentsOf(text, language, 'sentence')) {
    boundaries.add(segment.index + segment.segment.trimEnd().length);
  }
  const ends = new Set<number>();
  let length = 0;
  words.forEach((word, index) => {
    if (boundaries.has(length + word.text.trimEnd().length)) ends.add(index);
    length += word.text.length;
  });
  return ends;
}

/**
 * Finds the words that end a sentence by punctuation: Unicode's sentence rules, corrected for abbreviations ("Mr.",
 * "z. B."), initials and ordinals, where the following pause decides.
 *
 * @param words of one language, in order
 * @returns whether a sentence ends with each word; the last word counts only if it is punctuated
 */
export function sentenceEnds(words: readonly SpokenWord[], language: string): boolean[] {
  const isMarked = words.map(({ text }) => ENDS_WITH_MARK.test(text.trim()));
  const firstMark = isMarked.indexOf(true);
  if (firstMark < 0) return isMarked;
  // A text's end always ends a sentence, so the slow Unicode rules are applied only to what precedes it.
  const ends = firstMark === words.length - 1 ? new Set([firstMark]) : segmenterEnds(words, language);
  return words.map(({ text, pauseAfter }, index) => {
    const word = text.trim();
    if (!isMarked[index]) return false;
    if (/[。！？]/u.test(word)) return true;
    if (!ends.has(index)) return false;
    if (ENDS_WITH_SURE_MARK.test(word)) return !isQuoteInside(word, words[index + 1]?.text);
    if (ENDS_WITH_ELLIPSIS.test(word)) return true;
    const dot = judgeDot(word, language);
    return dot === 'sure' || (dot === 'doubtful' && pauseAfter >= DOUBTFUL_DOT_PAUSE);
  });
}
