import { withWords } from '../cues/cues.ts';
import { NUMBER_WORDS } from './number-words.ts';

/** The meaning of some tokens. */
export interface Reading {
  tokens: number;
  text: string;
}

/** Words between "double" and what it doubles: "zweimal die sieben". */
const ARTICLES = withWords('^<article of a digit>$');

/**
 * What "double" and a digit or letter stand for; undefined if nothing of the kind follows.
 *
 * @param texts the words from "double" on
 * @param besideNumber whether digits stand before or after: "double o" is then no pair of letters
 */
export function readRepeated(
  texts: readonly string[],
  times: number,
  code: string,
  besideNumber: boolean,
): Reading | undefined {
  const language = NUMBER_WORDS[code];
  const skipped = ARTICLES.test(texts[1] ?? '') ? 2 : 1;
  const next = texts[skipped];
  if (next === undefined || !language) return undefined;
  const tokens = skipped + 1;
  const isZero = language.zeroBesides.has(next) && (next.length > 1 || besideNumber);
  const digit = isZero ? 0 : /^\d$/.test(next) ? Number(next) : language.cardinals.get(next);
  if (digit !== undefined && digit < 10) return { tokens, text: String(digit).repeat(times) };
  if (times === 2 && language.doubleLetters.has(next)) return { tokens, text: 'w' };
  if (/^\p{L}$/u.test(next)) return { tokens, text: next.repeat(times) };
  return undefined;
}
