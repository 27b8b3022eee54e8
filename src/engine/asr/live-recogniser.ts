import type { RecognisedWord } from './asr-engine.ts';

/** Text of one stretch of speech so far. What is settled is never changed; what is not may be replaced by the next text. */
export interface LiveText {
  /** Number of the utterance in its channel, from 0. */
  utterance: number;
  /** Transcription language code. */
  language: string;
  /** Confidence in the language, 0 to 1; 1 if it was given, 0 if it is unknown. */
  languageConfidence: number;
  /** All settled words of the utterance, in order; times in seconds of the session. */
  settled: RecognisedWord[];
  unsettled: RecognisedWord[];
  /** Whether the utterance has ended: all its words are settled, and none follows. */
  isFinal: boolean;
}

/** A loaded recogniser that hears one channel of a session while it is spoken. Runs in a live worker. */
export interface LiveRecogniser {
  /**
   * Takes the next samples, mono, 16 kHz, of any number, and returns what they changed; null if nothing.
   * The samples of a session follow each other without a gap.
   */
  push(samples: Float32Array, signal: AbortSignal): Promise<LiveText | null>;
  /** The speech has ended: settles all of the utterance. The next samples begin another one. Null if it has no words. */
  endUtterance(signal: AbortSignal): Promise<LiveText | null>;
}
