/** A model's output for a word: the mark after it, and whether it starts with a capital (null if unknown). */
export interface LabelledWord {
  mark: '' | ',' | '.' | '?' | '!' | ':';
  capital: boolean | null;
}

/** Available models; each receives bare words in lower case and returns a result for each. */
export interface PunctuationTools {
  /** Probability, 0 to 1, that a sentence ends with the word. */
  sentenceEnds?: ((words: readonly string[]) => Promise<readonly number[]>) | undefined;
  labelWords?: ((words: readonly string[]) => Promise<readonly LabelledWord[]>) | undefined;
}
