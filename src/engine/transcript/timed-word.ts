import type { TranscriptionLanguageCode } from '../../contract/language-code.ts';

/** A word on its way into the transcript. */
export interface TimedWord {
  /** As the recogniser wrote it, with its leading space where the language has one. */
  text: string;
  /** Whole milliseconds of the file: no rounding error, and `startMs < endMs` always. */
  startMs: number;
  endMs: number;
  /** 0 to 1, two decimals. */
  confidence: number;
  language: TranscriptionLanguageCode;
  channel: number;
  /** Number of the window that it came from. */
  window: number;
  /** Who said it; absent where speakers are not told apart. */
  speaker?: number;
}
