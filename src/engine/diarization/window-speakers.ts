import type { WindowPiece } from '../audio/speech-window.ts';

/** Frames of a window (270 samples each) from the first one on, up to and without the second. */
export type FrameRange = [number, number];

/** One voice of a window, or a stretch of it: which of them are one person is told over the whole recording. */
export interface WindowVoice {
  /** Its embedding, of length 1; null where it was never heard long enough. */
  vector: number[] | null;
  /** Whom the segmentation takes it for: voices of one of its speakers have the same number. */
  followed: number;
  /** Seconds for which it was heard alone. */
  cleanSeconds: number;
}

/** What the segmentation made of one chunk of a window. */
export interface DiarizedChunk {
  frames: FrameRange;
  /** Who spoke in it, and when; `voice` counts in the window's `voices`. */
  speakers: { voice: number; ranges: FrameRange[] }[];
}

/** Who speaks when in one window. Voices are told apart within the window only. This is what a checkpoint stores. */
export interface WindowSpeakers {
  pieces: WindowPiece[];
  voices: WindowVoice[];
  /** In order of time; each overlaps the one before. */
  chunks: DiarizedChunk[];
  /** Which models it comes from: vectors of different ones cannot be compared. */
  models?: string | undefined;
  /** Seconds of work that it took. */
  seconds: number;
}
