import type { HotWord } from '../../asr-engine.ts';

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
   * @param language transcription language code; used only by those that require it
   */
  recognise(
    pcm: Float32Array,
    signal: AbortSignal,
    hotWords?: readonly HotWord[],
    language?: string,
  ): Promise<TimedToken[]>;
  /** Whether it requires the language; absent if it writes any of its own. */
  readonly requiresLanguage?: boolean;
  dispose(): Promise<void>;
}
