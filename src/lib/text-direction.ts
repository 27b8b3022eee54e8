/** Languages of the contract that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ps', 'sd', 'ur', 'yi']);

export const isRightToLeft = (language: string): boolean => RIGHT_TO_LEFT.has(language);

const TURNED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;

/** Whether a text is read from right to left: by its language, or by most of its letters where the language is not known, or another. */
export const readsFromRight = (text: string, language = ''): boolean =>
  isRightToLeft(language) || (text.match(TURNED)?.length ?? 0) * 2 > (text.match(/\p{L}/gu)?.length ?? 0);

/**
 * The value of `dir` for a text in a language. `auto` goes by the first letter, and would be wrong for what begins with a number or a
 * foreign name; it is for the other languages, whose transcripts may hold passages in one of these.
 */
export const directionOf = (language: string, text = ''): 'rtl' | 'auto' =>
  readsFromRight(text, language) ? 'rtl' : 'auto';

/** Right-to-left mark: makes a row that begins with a number, a mark or a foreign name one that is read from right to left. */
const FROM_RIGHT = '\u200f';

/** Digits have no direction of their own, though those of Persian are of its script. */
const FIRST_IS_TURNED =
  /^\P{L}*(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** What precedes a row so that players which go by its first letter lay it out from the right; mostly nothing. */
export const startsFromRight = (row: string): string =>
  readsFromRight(row) && !FIRST_IS_TURNED.test(row) ? FROM_RIGHT : '';
