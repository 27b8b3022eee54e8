import type { Span } from '../../../contract/jobs/request-configs.ts';
import type { DecodeFile } from '../../../engine/audio/decoders/page-decoder.ts';
import type { SignalFacts } from '../../../engine/audio/levels/signal-level.ts';
import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import type { Message } from '../../../lib/errors/msg.ts';
import type { LentBytes } from '../../every-worker/shared/lend-bytes.ts';

/** What the container says before decoding. */
export interface AudioDescription {
  container: string;
  codec: string;
  sampleRate: number;
  numberOfChannels: number;
  /** Seconds; null if the container does not say. */
  duration: number | null;
}

/** What is known after everything was decoded. */
export interface AudioSummary {
  /** Seconds of audio decoded. */
  duration: number;
  numberOfChannels: number;
  /** Number of distinct channels. */
  numberOfDistinctChannels: number;
  /** Its waveform: peaks a second, and each from 0 to 255. Absent if the recording was not decoded to its end. */
  waveform?: { rate: number; peaks: Uint8Array<ArrayBuffer> };
  /** How loud it is, before anything is done about it. */
  signal?: SignalFacts | undefined;
  /** Notes for people on parts of the file that were left out. */
  notes?: readonly Message[];
}

export interface WindowingOptions {
  /** Decode without WebCodecs where another decoder can: they stopped answering. */
  withoutWebCodecs?: boolean;
  /** Cut at every pause between utterances, so that each piece can have its own language. */
  separateUtterances: boolean;
  /** Seconds that are recognised; the whole recording if absent. */
  span?: Span | undefined;
}

/** The audio worker's interface. Only the requested window is decoded, so memory does not grow with the file. */
export interface AudioWorkerApi {
  /** Loads what every recording needs. */
  prepare(): Promise<void>;
  /**
   * Opens one recording of `size` bytes, which the page reads on request. Throws 415 if it cannot be decoded, 422 if it
   * is damaged or has no audio.
   *
   * @param decodeFile the page's decoder, which workers lack
   */
  open(
    size: number,
    read: LentBytes,
    options: WindowingOptions,
    decodeFile?: DecodeFile,
  ): Promise<AudioDescription>;
  /** The next window in order, its PCM transferred; null at the end of the file. */
  nextWindow(): Promise<SpeechWindow | null>;
  /** Seconds decoded so far, to show progress during silence. */
  position(): Promise<number>;
  /** Call after `nextWindow` returned null. */
  summary(): Promise<AudioSummary>;
  close(): Promise<void>;
}
