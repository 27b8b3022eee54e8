/** Source of a regular expression for one character of a script written without spaces; Tibetan has one behind its closing stroke. */
export const UNSPACED_SIGN =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}' +
  '\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u0f00-\\u0f0c\\u0f18-\\u0fbc\\u3000-\\u303f\\u30fb\\u30fc\\uff00-\\uffef]';

const CONTAINS = new RegExp(UNSPACED_SIGN, 'u');
const BEGINS = new RegExp(`^${UNSPACED_SIGN}`, 'u');
const ENDS = new RegExp(`${UNSPACED_SIGN}$`, 'u');

/** Whether a text contains characters of a script written without spaces. */
export const hasUnspacedScript = (text: string): boolean => CONTAINS.test(text);

/** Whether two texts of one voice are joined without a space: 客観的 and 実在. */
export const joinsWithoutSpace = (before: string, after: string): boolean =>
  BEGINS.test(after) && ENDS.test(before.slice(-2));
