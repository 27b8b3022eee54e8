/** Languages of the contract that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ps', 'sd', 'ur', 'yi']);

export const isRightToLeft = (language: string): boolean => RIGHT_TO_LEFT.has(language);

/**
 * The value of `dir` for a text in a language. `auto` goes by the first letter, and would be wrong for what begins with a number or a
 * foreign name; it is for the other languages, whose transcripts may hold passages in one of these.
 */
export const directionOf = (language: string): 'rtl' | 'auto' => (isRightToLeft(language) ? 'rtl' : 'auto');
