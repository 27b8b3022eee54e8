import { segmentsOf } from '../../lib/segmenter-of.ts';
import { CLOSING_MARKS, SENTENCE_MARKS } from './closing-marks.ts';
import {
  BEGINS_IN_LOWER_CASE,
  BEGINS_WITH_CAPITAL,
  BEGINS_WITH_NUMBER,
  DOUBTFUL_DOT_PAUSE,
  ENDS_WITH_DOT,
  pauseForDot,
} from './doubtful-dots.ts';
import { isLowerCaseName } from './lower-case-names.ts';
import { isStarter } from './sentence-starters.ts';

/** A word and the silence after it. */
interface SpokenWord {
  text: string;
  /** Seconds of silence before the next word. */
  pauseAfter: number;
}

const CLOSING = `[${CLOSING_MARKS}]*`;
const ENDS_WITH_MARK = new RegExp(`[.!?…${SENTENCE_MARKS}]${CLOSING}$`, 'u');
const ENDS_WITH_SURE_MARK = new RegExp(`[!?${SENTENCE_MARKS}]${CLOSING}$`, 'u');
const ENDS_WITH_OWN_MARK = new RegExp(`[${SENTENCE_MARKS}]${CLOSING}$`, 'u');
const ENDS_WITH_ELLIPSIS = new RegExp(`(?:(?<!\\.)\\.{2,}|…)${CLOSING}$`, 'u');
/** A Greek question ends with what is a semicolon elsewhere. */
const ENDS_WITH_GREEK_QUESTION = new RegExp(`[;\\u037e]${CLOSING}$`, 'u');
/** Closing marks that are a word of their own, as after a French "oui. ". */
const CLOSING_WORD = new RegExp(
  `^\\s*(?:[»›”’)\\]」』】）]+|[!?…${SENTENCE_MARKS}]+[»›”’)\\]」』】）]*)$`,
  'u',
);

/** Dutch "'s Avonds" and "'t Was": the capital comes after the shortened word. */
const BEGINS_SHORTENED = /^\s*['’‘]\p{Ll}[\s-]\p{Lu}/u;
/** Names that end in a mark. */
const MARKED_NAME = /^["'“„«]?(?:yahoo|jeopardy|joomla|yum)!/iu;
const BEGINS_WITH_COPULA = /^\s*(?:is|was|has)$/u;

/** "Really?" he asked, 「はい。」と言った: the sentence continues after the quotation. */
const isQuoteInside = (word: string, next = ''): boolean =>
  (/["'”’“‘»›«‹]$/u.test(word) && /^\s*\p{Ll}/u.test(next)) ||
  (/[」』”]$/u.test(word) && /^\s*(?:と|って|という|라고|하고|고 )/u.test(next));

/** "Yahoo! Finance", "Wham! was": the mark is the name's. */
const isMarkOfName = (word: string, next: string, pauseAfter: number, language: string): boolean =>
  pauseAfter < DOUBTFUL_DOT_PAUSE &&
  ((MARKED_NAME.test(word) && next !== '' && !isStarter(next, language)) ||
    (/^\p{Lu}\p{L}+!$/u.test(word) && BEGINS_WITH_COPULA.test(next)));

const goesOn = (word: string, next: string, pauseAfter: number, language: string): boolean =>
  isQuoteInside(word, next) || isMarkOfName(word, next, pauseAfter, language);

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

/** Words, each with the closing marks that follow it as words of their own; and the index of the last of each. */
function withClosingMarks(words: readonly SpokenWord[]): { units: SpokenWord[]; last: number[] } {
  const units: SpokenWord[] = [];
  const last: number[] = [];
  words.forEach(({ text, pauseAfter }, index) => {
    const before = units.at(-1);
    if (before && CLOSING_WORD.test(text) && ENDS_WITH_MARK.test(before.text.trim())) {
      units[units.length - 1] = { text: before.text.trimEnd() + text.trim(), pauseAfter };
      last[last.length - 1] = index;
    } else {
      units.push({ text, pauseAfter });
      last.push(index);
    }
  });
  return { units, last };
}

/**
 * Finds the words that end a sentence by punctuation: Unicode's sentence rules, corrected for abbreviations ("Mr.",
 * "z. B."), initials and ordinals, where the following pause decides, and for sentences that begin with a number or a name in lower
 * case.
 *
 * @param words of one language, in order
 * @returns whether a sentence ends with each word; the last word counts only if it is punctuated
 */
export function sentenceEnds(words: readonly SpokenWord[], language: string): boolean[] {
  const { units, last } = withClosingMarks(words);
  const ends = new Set(unitEnds(units, language).flatMap((isEnd, index) => (isEnd ? [last[index]] : [])));
  return words.map((_, index) => ends.has(index));
}

function unitEnds(words: readonly SpokenWord[], language: string): boolean[] {
  const isQuestion = (text: string) => language === 'el' && ENDS_WITH_GREEK_QUESTION.test(text);
  const isMarked = words.map(({ text }) => ENDS_WITH_MARK.test(text.trim()) || isQuestion(text.trim()));
  const firstMark = isMarked.indexOf(true);
  if (firstMark < 0) return isMarked;
  // A text's end always ends a sentence, so the slow Unicode rules are applied only to what precedes it.
  const ends = firstMark === words.length - 1 ? new Set([firstMark]) : segmenterEnds(words, language);
  // In a text without capitals, none shows where a sentence begins.
  const isLower = isMarked.filter(Boolean).length > 1 && words.every(({ text }) => !/\p{Lu}/u.test(text));
  return words.map(({ text, pauseAfter }, index) => {
    const word = text.trim();
    if (!isMarked[index]) return false;
    const next = words[index + 1]?.text ?? '';
    const afterNext = words[index + 2]?.text ?? '';
    // "3", ".", "5": in scripts without spaces, signs are words of their own.
    if (/^\p{Nd}/u.test(next) && /\p{Nd}\.$/u.test(`${words[index - 1]?.text ?? ''}${text}`)) return false;
    if (ENDS_WITH_OWN_MARK.test(word) || isQuestion(word)) return !isQuoteInside(word, next);
    const needed = ENDS_WITH_ELLIPSIS.test(word)
      ? 0
      : pauseForDot(word, words[index - 1]?.text ?? '', [next, afterNext], language);
    if (!ends.has(index)) {
      if (ENDS_WITH_ELLIPSIS.test(word) && BEGINS_WITH_CAPITAL.test(next)) return true;
      const mayEnd =
        mayBegin(next, pauseAfter) ||
        isLowerCaseName(next, word, afterNext, language) ||
        BEGINS_SHORTENED.test(next + afterNext) ||
        (isLower && BEGINS_IN_LOWER_CASE.test(next));
      return ENDS_WITH_DOT.test(word) && mayEnd && pauseAfter >= needed;
    }
    if (ENDS_WITH_SURE_MARK.test(word)) return !goesOn(word, next, pauseAfter, language);
    return pauseAfter >= needed;
  });
}

/** Whether a sentence may begin with a word before which Unicode's rules see none: they look for the next letter, and at no pause. */
const mayBegin = (word: string, pauseBefore: number): boolean =>
  BEGINS_WITH_NUMBER.test(word) || (pauseBefore >= DOUBTFUL_DOT_PAUSE && BEGINS_IN_LOWER_CASE.test(word));
