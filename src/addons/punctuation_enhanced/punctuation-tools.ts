/** What a model says of a word: the mark after it, and whether it begins with a capital (null: it does not say). */
export interface LabelledWord {
  mark: '' | ',' | '.' | '?' | '!' | ':';
  capital: boolean | null;
}

/** Models that may be at hand; each gets bare words in lower case, and answers for each of them. */
export interface PunctuationTools {
  /** Probability, 0 to 1, that a sentence ends with the word. */
  sentenceEnds?: ((words: readonly string[]) => Promise<readonly number[]>) | undefined;
  labelWords?: ((words: readonly string[]) => Promise<readonly LabelledWord[]>) | undefined;
}
