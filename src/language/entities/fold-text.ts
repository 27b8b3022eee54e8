import { asciiDigit } from '../../lib/ascii-digit.ts';

/**
 * Lower case, without accents, with plain apostrophes and spaces and the digits 0 to 9 for those of all scripts, and
 * exactly as long as the original, so that indices match: behind a digit or letter that takes two places is
 * `SECOND_HALF`. All tables of this folder are in this form.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  let folded = '';
  for (let index = 0; index < text.length; index++) {
    const own = text[index] ?? '';
    const pair = PAIR_START.test(own) ? plainPair(text, index) : undefined;
    if (pair !== undefined) {
      folded += pair + SECOND_HALF;
      index++;
      continue;
    }
    if (isWord(text, index)) {
      folded += own.toLowerCase();
      continue;
    }
    if (COMPOSED.test(own)) {
      folded += own;
      continue;
    }
    const known = MARKS[own] ?? asciiDigit(own);
    const plain = known ?? own.normalize(WIDE.test(own) ? 'NFKD' : 'NFD').toLowerCase()[0] ?? own;
    folded += /\s/u.test(plain) ? ' ' : plain;
  }
  return folded;
}

/** Private-use: the second place of a character that is one in its folded form. */
export const SECOND_HALF = '\uE0FF';

const PAIR_START = /[\uD800-\uDBFF]/;

/** A digit of a script beyond the first 65,536 characters, or a digit or letter in a style of its own ("𝟒", "𝐛"). */
function plainPair(text: string, index: number): string | undefined {
  const own = String.fromCodePoint(text.codePointAt(index) ?? 0);
  const plain = own.normalize('NFKD').toLowerCase();
  return /^[a-z\d]$/.test(plain) ? plain : asciiDigit(own);
}

/** Letters and marks as wide as Chinese ones. */
const WIDE = /[\uFF21-\uFF5A\uFF20\uFF0D\uFF0E\uFF0F\uFF0B\uFF3F\uFF08\uFF09]/;

/** Standalone "è" and "à" are words, not spelled letters. */
const isWord = (text: string, index: number): boolean =>
  /[èàÈÀ]/u.test(text[index] ?? '') &&
  !/\p{L}/u.test(text[index - 1] ?? '') &&
  !/\p{L}/u.test(text[index + 1] ?? '');

/** Syllables and kana, whose parts are no accents. */
const COMPOSED = /[\u3040-\u30ff\uac00-\ud7af]/;

const PLAIN = /^[ -~]*$/;

const MARKS: Readonly<Record<string, string>> = Object.fromEntries(
  ["'’‘ʼ´`", '-‐‑–—−', '.٫', ',٬', 'oøØ'].flatMap(([plain = '', ...others]) =>
    others.map((other) => [other, plain]),
  ),
);
