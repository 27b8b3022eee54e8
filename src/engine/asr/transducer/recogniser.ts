import type { HotWord } from './hot-word-trie.ts';

/** A token in window time. */
export interface TimedToken {
  /** Its text; a leading space starts a word. */
  text: string;
  /** Seconds of the window. */
  time: number;
  probability: number;
}

/** Converts audio to tokens, for one graph architecture. */
export interface Recogniser {
  /**
   * Tokens of one window in order. Throws AbortError when the signal aborts.
   * @param hotWords spellings to prefer
   */
  recognise(pcm: Float32Array, signal: AbortSignal, hotWords?: readonly HotWord[]): Promise<TimedToken[]>;
  dispose(): Promise<void>;
}
