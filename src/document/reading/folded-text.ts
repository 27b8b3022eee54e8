/** A text that was folded, and where its letters are in the original. */
export interface FoldedText {
  text: string;
  /** Place in the original of the sign that begins at a place of the folded text; null within one. */
  startOf: (at: number) => number | null;
  /** Place in the original after the sign that ends at a place of the folded text; null within one. */
  endOf: (at: number) => number | null;
}

/** What belongs to the sign before it: accents, and what is left out with them. */
const MARK =
  '(?:(?=\\p{Mn})[\\p{Script=Inherited}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Cyrillic}]|[\\u0640\\u093c\\u09bc\\u0a3c\\u0abc\\uff9e\\uff9f])';
/** Signs that are folded to one sign each, also many at once: ASCII, and letters and signs of Russian, Hebrew, Arabic, Thai and Chinese. */
const EVEN =
  '[\\0-\\x7f\\u0410-\\u0418\\u041a-\\u0438\\u043a-\\u044f\\u05d0-\\u05ea' +
  '\\u0627-\\u063f\\u0641-\\u064a\\u0e01-\\u0e32\\u0e34-\\u0e3a\\u3001-\\u3003\\u4e00-\\u9fff\\uff01-\\uff5e]';
const SIGNS = new RegExp(`${EVEN}+(?!${MARK})|[^]${MARK}*`, 'gu');
const IS_EVEN = new RegExp(`^${EVEN}*$`, 'u');

/**
 * Folds a text sign by sign.
 *
 * @param fold changes signs, and leaves one for each that is in `EVEN`
 */
export function foldedText(text: string, fold: (text: string) => string): FoldedText {
  if (IS_EVEN.test(text)) return { text: fold(text), startOf: (at) => at, endOf: (at) => at };
  const known = new Map<string, string>();
  const folded: string[] = [];
  const starts: (number | null)[] = [];
  const ends: (number | null)[] = [null];
  for (const { 0: sign, index } of text.matchAll(SIGNS)) {
    const isEven = IS_EVEN.test(sign);
    // Taken apart, so that a letter is the same with an accent that is alone.
    const own = isEven ? fold(sign) : (known.get(sign) ?? fold(sign).normalize('NFD'));
    if (!isEven) known.set(sign, own);
    folded.push(own);
    for (let at = 0; at < own.length; at++) {
      starts.push(isEven ? index + at : at === 0 ? index : null);
      ends.push(isEven ? index + at + 1 : at === own.length - 1 ? index + sign.length : null);
    }
  }
  return {
    text: folded.join(''),
    startOf: (at) => starts[at] ?? null,
    endOf: (at) => ends[at] ?? null,
  };
}
