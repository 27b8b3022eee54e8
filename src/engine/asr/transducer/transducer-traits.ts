/** What is known of a transducer besides its graphs. */
export interface TransducerTraits {
  /** Languages the model writes. */
  languages: readonly string[];
  /** Whether the model writes case and punctuation itself. */
  punctuates: boolean;
  /** Seconds from the sound to its tokens. */
  emissionDelay: number;
  /** Mean probability of its tokens below which speech is in none of its languages; unknown if absent. */
  leastCertainty?: number | undefined;
}
