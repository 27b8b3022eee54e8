import type { SpeechWindow } from '../../engine/audio/speech-window.ts';

/** What the container says before anything is decoded. */
export interface AudioDescription {
  container: string;
  codec: string;
  sampleRate: number;
  numberOfChannels: number;
  /** Seconds; null where the container does not say. */
  duration: number | null;
}

/** What is known once everything was decoded. */
export interface AudioSummary {
  /** Seconds of audio decoded. */
  duration: number;
  numberOfChannels: number;
  /** Channels that differ from each other. */
  numberOfDistinctChannels: number;
}

export interface WindowingOptions {
  /** Cut at every pause between utterances, so that each piece can have its own language. */
  separateUtterances: boolean;
}

/**
 * The audio worker as the page calls it. The caller pulls: nothing is decoded ahead of what `nextWindow` was asked for,
 * so memory does not grow with the length of the file. Errors arrive as AppError.
 */
export interface AudioWorkerApi {
  /** Opens one recording. Throws 415 for what cannot be decoded, 422 for what is damaged or has no audio. */
  open(source: Blob, options: WindowingOptions): Promise<AudioDescription>;
  /** The next window in order, its PCM transferred; null at the end of the file. */
  nextWindow(): Promise<SpeechWindow | null>;
  /** Seconds decoded so far: progress while there is nothing but silence. */
  position(): Promise<number>;
  /** After `nextWindow` gave null. */
  summary(): Promise<AudioSummary>;
  close(): Promise<void>;
}
