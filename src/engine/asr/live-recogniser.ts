import type { RecognisedWord, TranscribeOptions } from './asr-engine.ts';

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

/** Words that the last samples brought; times in seconds of the session. */
export interface LiveWords {
  /** Transcription language code, and the confidence in it. */
  language: string;
  languageConfidence: number;
  /** Words settled since the last result. They are never changed, and all later words come after them. */
  settled: RecognisedWord[];
  /** All words after them so far, which the next result replaces. */
  unsettled: RecognisedWord[];
}

/**
 * What there is time for beside following the sound: nothing; a second look at the end of speech; more at each step.
 */
export type LiveRoom = 'none' | 'some' | 'much';

/**
 * Recognises one channel of a session while it is spoken. Voice activity cuts the channel into stretches of speech: `begin`, any
 * number of `push` and `pause`, `end`. Runs in a live worker.
 */
export interface LiveRecogniser {
  /** Whether it is given the sound as it was recorded; otherwise at one level. */
  readonly asRecorded?: boolean;
  /** Seconds of silence that end the speech, with `pause`; absent where the first pause that is detected does. */
  readonly patience?: number;
  /** Speech begins. The samples that follow start at this second of the session, which is not before the end of the last stretch. */
  begin(start: number): void;
  /** Takes the next samples of the speech, mono, 16 kHz. `room` is `much` where nothing is said, as below. */
  push(samples: Float32Array, signal: AbortSignal, room?: LiveRoom): Promise<LiveWords>;
  /**
   * Takes the samples up to a pause: all words are returned, and the last ones are not settled. `push` follows where the speech goes on, with
   * the sound of the pause, else `end` without sound.
   */
  pause?(samples: Float32Array, signal: AbortSignal, room?: LiveRoom): Promise<LiveWords>;
  /** Takes the last samples of the speech: all its words are settled. */
  end(samples: Float32Array, signal: AbortSignal, room?: LiveRoom): Promise<LiveWords>;
}

/** What a session asks for; see `TranscribeOptions`. */
export type LiveRecogniserOptions = Pick<
  TranscribeOptions,
  'language' | 'languages' | 'likely' | 'codeSwitching' | 'hotWords' | 'prompt' | 'chineseScript'
>;

/** A loaded model that serves the channels of a session, one call at a time. */
export interface LiveEngine {
  /** Seconds of new speech for which a `push` is worth its cost; 0 where the cost depends on the sound alone. */
  readonly step: number;
  open(options: LiveRecogniserOptions): LiveRecogniser;
  dispose(): Promise<void>;
}
