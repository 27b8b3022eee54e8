import { hasUnspacedScript } from '../../engine/transcript/unspaced-script.ts';
import { foldLetters, plainSigns, withoutCase } from '../../lib/fold-letters.ts';
import { matchAt } from '../../lib/match-at.ts';
import { segmentsOf } from '../../lib/segmenter-of.ts';
import { foldedText } from './folded-text.ts';

export interface FindOptions {
  wholeWord?: boolean;
  matchCase?: boolean;
  /** Whether accents may differ, where case may. */
  loose?: boolean;
  /** Whether the text is a regular expression, and the replacement may say `$1`. */
  regex?: boolean;
}

export interface Found {
  from: number;
  to: number;
  /** What a regular expression found, with its groups. */
  match?: RegExpExecArray;
}

/** Finds the places of what is searched in a text, in order and without overlap; none is empty. */
export type Finder = (text: string) => Generator<Found>;

const SPECIAL = /[.*+?^${}()|[\]\\]/gu;
const LETTER = '[\\p{L}\\p{M}\\p{N}_]';
/** Between the digits of a number: "3.5", "10:30". */
const IN_NUMBER = { before: '(?<=\\p{N}[.,:])\\p{N}', after: '(?<=\\p{N})[.,:]\\p{N}' };

/**
 * Finds a text; null for an empty one. Its spaces match any white space, and each sign those that are written for it: a curly
 * apostrophe, a wide digit, a letter with its accent apart.
 *
 * @throws SyntaxError for a regular expression that is not one
 */
export function finderOf(text: string, options: FindOptions = {}): Finder | null {
  const { wholeWord = false, matchCase = false, regex = false, loose = false } = options;
  if (text === '') return null;
  if (regex) return patternFinder(wholeWord ? wholeWordOf(text) : text, matchCase);
  const usual = matchCase ? plainSigns : loose ? foldLetters : withoutCase;
  // Folding leaves nothing of a text of invisible signs.
  const fold = usual(text) === '' ? asItIs : usual;
  return textFinder(foldedText(text, fold).text, fold, wholeWord);
}

const wholeWordOf = (pattern: string): string =>
  `(?<!${LETTER})(?!${IN_NUMBER.before})(?:${pattern})(?!${LETTER}|${IN_NUMBER.after})`;

const asItIs = (text: string): string => text;

/** Whether a text has what is searched. */
export const isIn = (text: string, finder: Finder): boolean => finder(text).next().done === false;

function patternFinder(source: string, matchCase: boolean): Finder {
  const expression = new RegExp(source, matchCase ? 'gu' : 'giu');
  return function* (text) {
    for (const match of text.matchAll(expression)) {
      const { 0: found, index } = match;
      if (found !== '') yield { from: index, to: index + found.length, match };
    }
  };
}

function textFinder(sought: string, fold: (text: string) => string, wholeWord: boolean): Finder {
  // A match begins at the first sign of white space alone: tried from each sign of a long row, it would not end.
  const source = sought.replaceAll(PARTS, sourceOf).replace(/^\\s\+/u, '(?<!\\s)\\s+');
  return function* (text) {
    const { text: folded, startOf, endOf } = foldedText(text, fold);
    const isBorder = wholeWord ? wordBorders(text) : () => true;
    const expression = new RegExp(source, 'gu');
    for (let match = expression.exec(folded); match; match = expression.exec(folded)) {
      const from = startOf(match.index);
      const to = endOf(match.index + match[0].length);
      // Half of "ß" or "ﬁ" is no place.
      if (from !== null && to !== null && isBorder(from) && isBorder(to)) yield { from, to };
      else
        expression.lastIndex =
          match.index + String.fromCodePoint(folded.codePointAt(match.index) ?? 0).length;
    }
  };
}

/** A number with or without marks between its thousands, white space, quotes at a word, and what has a meaning in an expression. */
const PARTS =
  /(?<!\d|\d[.,'])(?:[1-9]\d{0,2}(?:[., ']\d{3})+|[1-9]\d{3,})(?!\d)|\s+|"(?=\S)|(?<=\S)"|[.*+?^${}()|[\]\\]/gu;

/** The expression for a part of what is sought: 1000 also finds 1,000, and quotes those with spaces inside: « oui ». */
function sourceOf(part: string, at: number, sought: string): string {
  if (/^\s/u.test(part)) return '\\s+';
  if (part === '"' && at === sought.lastIndexOf(part) && at === sought.indexOf(part)) return part;
  if (part === '"') return /\S/u.test(sought[at + 1] ?? '') ? '"\\s?' : '\\s?"';
  const written = part.replaceAll(SPECIAL, '\\$&').replaceAll(/\s/gu, '\\s+');
  const digits = part.replaceAll(/\D/gu, '');
  if (digits.length < 4) return written;
  const groups = digits.replaceAll(/\B(?=(?:\d{3})+$)/gu, "[.,' ]");
  return `(?:${written}|${digits}|(?<!\\d|\\d[.,'])${groups}(?![.,' ]?\\d{3}(?!\\d)|\\d))`;
}

const WITHIN_WORD = new RegExp(
  `(?<=${LETTER})(?=${LETTER})|(?=${IN_NUMBER.before})|(?=${IN_NUMBER.after})`,
  'uy',
);

/** Returns whether a word begins or ends at a place: beside another sign, and in scripts without spaces by Unicode's rules. */
function wordBorders(text: string): (at: number) => boolean {
  let borders: Set<number> | null = null;
  return (at) => {
    if (!matchAt(WITHIN_WORD, text, at)) return true;
    if (!hasUnspacedScript(text.slice(Math.max(at - 2, 0), at + 2))) return false;
    borders ??= new Set(Array.from(segmentsOf(text, undefined, 'word'), ({ index }) => index));
    return borders.has(at);
  };
}
