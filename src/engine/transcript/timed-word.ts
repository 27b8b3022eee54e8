import type { TranscriptionLanguageCode } from '../../contract/transcripts/language-code.ts';

/** A word being assembled into the transcript. */
export interface TimedWord {
  /** As written by the recogniser, with its leading space if the language has one. */
  text: string;
  /** Whole milliseconds of the file: no rounding errors, and always `startMs < endMs`. */
  startMs: number;
  endMs: number;
  /** 0 to 1, two decimals. */
  confidence: number;
  language: TranscriptionLanguageCode;
  channel: number;
  /** Index of its window. */
  window: number;
  /** The speaker; absent without diarization. */
  speaker?: number;
  /** Chance that this is the speaker, two decimals; absent where that is sure. */
  speakerConfidence?: number;
}
