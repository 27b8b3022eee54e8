/** Sample rate of all PCM that reaches a model. */
export const SAMPLE_RATE = 16_000;

/** Longest window in seconds: the input of one Whisper encoder pass. */
export const MAX_WINDOW_SECONDS = 30;

/** Up to so long, a window costs Whisper what its own length costs, in seconds; a longer one what a whole window does. */
export const SHORT_WINDOW_SECONDS = 20;

/** A contiguous stretch of the file inside a window; all in seconds. */
export interface WindowPiece {
  /** Start in the window's PCM. */
  windowStart: number;
  /** Start in the file. */
  fileStart: number;
  duration: number;
}

/** A stretch of speech in a window, seconds of its PCM. */
export interface SpeechSpan {
  start: number;
  end: number;
}

/**
 * Speech of one channel without its long pauses, cut in silence if there is any. The same file always yields the same
 * windows in the same order, so an index identifies a window across restarts.
 */
export interface SpeechWindow {
  index: number;
  channel: number;
  /** Mono, 16 kHz, ±1, at most 30 s. */
  pcm: Float32Array;
  /** The same samples as recorded, where `pcm` was made louder; absent if it was not. */
  recorded?: Float32Array<ArrayBuffer> | undefined;
  /** In order, without overlap, together as long as `pcm`: stretches of speech with a little silence around them. */
  pieces: WindowPiece[];
  /** Where voice activity found speech, in order, in seconds of the PCM; absent if nobody looked. */
  speech?: readonly SpeechSpan[] | undefined;
}
