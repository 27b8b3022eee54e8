/** Whether a text is one of some words, in any case. */
export const wholeOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`, 'iu');
