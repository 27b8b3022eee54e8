/** So many words in a row are no coincidence. */
const TELLING_WORDS = 6;

/** All runs of six words, in order, to see whether one text copies another. */
export const wordRuns = (words: readonly string[]): string[] =>
  words.slice(TELLING_WORDS - 1).map((_, at) => words.slice(at, at + TELLING_WORDS).join(' '));
