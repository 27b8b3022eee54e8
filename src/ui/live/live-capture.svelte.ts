import { type SoundBlock, SoundCapture } from '../../client/live/capture/sound-capture.ts';
import type { LiveConnection } from '../../client/live/open-live.ts';
import { shownMessage } from '../texts/shown-message.ts';
import { cancelsEcho, type LiveSettings, sourcesOf } from './live-settings.ts';

const FLOOR_DB = -60;

/** 0 at −60 dB and below, 1 at full scale. */
const shownLevel = (rms: number) => Math.min(1, Math.max(0, 1 - (20 * Math.log10(rms + 1e-9)) / FLOOR_DB));

/** The sound that a live session of this page captures and sends. */
export class LiveCapture {
  /** Level of each channel, 0 to 1. */
  levels = $state.raw<readonly number[]>([]);
  /** Seconds captured, excluding pauses. */
  elapsed = $state(0);
  /** Why a source gives no sound now. */
  problems = $state.raw<readonly string[]>([]);

  #capture: SoundCapture | null = null;
  #connection: LiveConnection | null = null;
  /** Sound from before the session was open. */
  #early: Uint8Array<ArrayBuffer>[] = [];
  #frames = 0;

  /** Resolves with the sample rate in Hz; `onLost` is called when no source is left. Throws AppError. */
  async open(settings: LiveSettings, onLost: () => void): Promise<number> {
    this.#capture = await SoundCapture.open(sourcesOf(settings), microphoneOf(settings), {
      onSound: (block) => this.#send(block),
      onProblems: (problems) => {
        this.problems = problems.map(shownMessage);
      },
      onLost,
    });
    return this.#capture.sampleRate;
  }

  /** Sends the sound to a session, from the first sample. */
  sendTo(connection: LiveConnection): void {
    this.#connection = connection;
    for (const bytes of this.#early.splice(0)) connection.send(bytes);
  }

  async pause(): Promise<void> {
    await this.#capture?.pause();
    this.levels = [];
  }

  /** Captures again, from other devices where the last ones are gone or others were chosen. Throws AppError. */
  async resume(settings: LiveSettings): Promise<void> {
    await this.#capture?.reopen(microphoneOf(settings), 'all');
    this.#capture?.resume();
  }

  /** Captures another microphone, or with other settings. Throws AppError. */
  async change(settings: LiveSettings): Promise<void> {
    await this.#capture?.reopen(microphoneOf(settings), 'microphone');
  }

  async close(): Promise<void> {
    await this.#capture?.close();
    this.levels = [];
  }

  #send({ samples, levels }: SoundBlock): void {
    this.#frames += samples.length / levels.length;
    this.elapsed = this.#frames / (this.#capture?.sampleRate ?? 16_000);
    this.levels = levels.map(shownLevel);
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    if (this.#connection) this.#connection.send(bytes);
    else this.#early.push(bytes);
  }
}

function microphoneOf(settings: LiveSettings) {
  const { deviceId, noiseSuppression, autoGainControl } = settings;
  return { deviceId, noiseSuppression, autoGainControl, echoCancellation: cancelsEcho(settings) };
}
