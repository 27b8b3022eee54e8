/** Sample rate of all PCM that reaches a model. */
export const SAMPLE_RATE = 16_000;

/** Longest window, in seconds: what one Whisper encoder pass sees. */
export const MAX_WINDOW_SECONDS = 30;

/** One unbroken stretch of the file inside a window; all in seconds. */
export interface WindowPiece {
  /** Where it begins in the window's PCM. */
  windowStart: number;
  /** Where it begins in the file. */
  fileStart: number;
  duration: number;
}

/**
 * Speech of one channel, long pauses left out, cut in silence where there is any.
 * The same file always gives the same windows in the same order, so an index names a window across restarts.
 */
export interface SpeechWindow {
  index: number;
  channel: number;
  /** Mono, 16 kHz, ±1, at most 30 s. */
  pcm: Float32Array;
  /** In order, without overlap, together as long as `pcm`: each is one stretch of speech with a little silence around it. */
  pieces: WindowPiece[];
}
