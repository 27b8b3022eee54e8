import type { HotWord } from './hot-word-trie.ts';

/** A token in the window's own time. */
export interface TimedToken {
  /** Its text; a leading space begins a word. */
  text: string;
  /** Seconds of the window. */
  time: number;
  probability: number;
}

/** Audio → tokens, for one kind of graphs. */
export interface Recogniser {
  /**
   * Tokens of one window in order of time. Throws AbortError once the signal is aborted.
   * @param hotWords spellings to lean towards
   */
  recognise(pcm: Float32Array, signal: AbortSignal, hotWords?: readonly HotWord[]): Promise<TimedToken[]>;
  dispose(): Promise<void>;
}
