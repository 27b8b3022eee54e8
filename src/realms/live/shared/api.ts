import type { ChineseScript } from '../../../contract/transcripts/chinese-script.ts';
import type { HotWord } from '../../../engine/asr/asr-engine.ts';
import type { ChannelStart } from '../../../engine/asr/live-channel.ts';
import type { LiveText } from '../../../engine/asr/live-recogniser.ts';
import type { FoundSound } from '../../../engine/sound-events/found-sound.ts';
import type { Message } from '../../../lib/errors/msg.ts';

/** What a live session changed; times in seconds of its sound. */
export type LiveUpdate =
  | { type: 'speech-start'; channel: number; time: number }
  | { type: 'speech-end'; channel: number; time: number }
  | { type: 'text'; channel: number; text: LiveText }
  /** A sound that has begun, or is over. */
  | { type: 'sound'; id: string; sound: FoundSound; isOver: boolean }
  /** How far recognition follows the sound: `full`; with longer steps; settled sentences only. */
  | { type: 'pace'; pace: 'full' | 'longer-steps' | 'sentences'; lagSeconds: number };

export interface LiveOptions {
  modelId: string;
  /** Number of CPU cores that the session may use. */
  cores: number;
  channels: number;
  /** Sample rate of the input, in Hz; the worker resamples it to 16 kHz. */
  sampleRate: number;
  /** Language to use; null to detect it. */
  language: string | null;
  /** Languages that detection may choose from; empty for all that the model has. */
  languages: readonly string[];
  likely?: readonly string[] | undefined;
  codeSwitching: boolean;
  /** Characters that Chinese is written in; absent for simplified ones. */
  chineseScript?: ChineseScript | undefined;
  /** Seconds of silence after which an utterance ends, and its longest duration without such a silence. */
  endpointing: number;
  longestUtterance: number;
  /** Probability above which a stretch counts as speech, 0 to 1; absent for the engine's own. */
  speechThreshold?: number | undefined;
  hotWords?: readonly HotWord[] | undefined;
  /** Whether sounds are named. */
  sounds?: boolean | undefined;
  /** Text whose spellings a model may follow where it is sure of nothing better. */
  prompt?: string | undefined;
}

/** Where a session begins or continues in a worker, and on what. */
export interface OpeningConditions {
  /** Start of each channel. */
  starts: ChannelStart[];
  /** Why the GPU cannot be used; absent if it can. */
  withoutGpu?: Message | undefined;
}

/** A live worker's interface for the page: one session each. Errors arrive as AppError. */
export interface LiveWorkerApi {
  /**
   * Loads the model, if another one is loaded, and begins a session or goes on with one.
   *
   * @param onLoaded receives how much of the model is loaded, 0 to 1
   */
  open(
    options: LiveOptions,
    conditions: OpeningConditions,
    onUpdate: (update: LiveUpdate) => void,
    onLoaded: (fraction: number) => void,
  ): Promise<void>;
  /**
   * Takes the next samples of each channel: transferred, equally many in each. One call at a time: what comes meanwhile is sent
   * in one go.
   *
   * @returns when they were recognised, or put aside for a longer step: seconds of the session before which each channel has all its
   *   words
   */
  push(channels: Float32Array[]): Promise<number[]>;
  /** Recognises what is left, ends the last utterances, and resolves after the last update. */
  finish(): Promise<void>;
}
