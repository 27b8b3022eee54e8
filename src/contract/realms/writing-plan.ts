/** What a language model is about to do, at most. */
export interface WritingPlan {
  /** Tokens to read; to write. */
  read: number;
  write: number;
  /** How long that takes at the speed that was measured on this device; null where it was not measured yet. */
  seconds: number | null;
}
