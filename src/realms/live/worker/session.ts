import { type ProxyMethods, releaseProxy } from 'comlink';
import { LiveChannel } from '../../../engine/asr/live-channel.ts';
import type { LiveEngine } from '../../../engine/asr/live-recogniser.ts';
import { Resampler } from '../../../engine/audio/resampler.ts';
import { SAMPLE_RATE } from '../../../engine/audio/windows/speech-window.ts';
import type { SoundModel } from '../../../engine/sound-events/sound-model.ts';
import { loadSileroVad } from '../../../engine/vad/load-silero-vad.ts';
import type { SileroVad } from '../../../engine/vad/silero-vad.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import { configureOnnxRuntime } from '../../../models/device/configure-onnx.ts';
import { findSpeechModel } from '../../../models/own/own-models.ts';
import { loadSoundModel } from '../../every-worker/worker/load-sound-model.ts';
import type { LiveOptions, LiveUpdate, LiveWorkerApi, OpeningConditions } from '../shared/api.ts';
import { LivePace } from './live-pace.ts';
import { LiveSounds } from './live-sounds.ts';
import { loadLiveEngine } from './load-live-engine.ts';

interface OpenSession {
  sampleRate: number;
  channels: { resampler: Resampler; channel: LiveChannel }[];
  pace: LivePace;
  /** Null where none are asked for. */
  sounds: LiveSounds | null;
  send: (update: LiveUpdate) => void;
  /** Resolves once all updates sent so far have arrived: results come another way and could overtake them. */
  sent: () => Promise<unknown>;
  close: () => void;
}

type OnUpdate = ((update: LiveUpdate) => unknown) & Partial<ProxyMethods>;

/** The worker is ended where a session is given up. */
const NEVER = new AbortController().signal;

/** Recognises the channels of one session while they are spoken, with one model. */
export class LiveSession implements LiveWorkerApi {
  #loaded: { key: string; engine: LiveEngine } | null = null;
  #vad: SileroVad | null = null;
  #sounds: SoundModel | null = null;
  #session: OpenSession | null = null;

  async open(
    options: LiveOptions,
    { starts, withoutGpu }: OpeningConditions,
    onUpdate: OnUpdate,
    onLoaded: ((fraction: number) => void) & Partial<ProxyMethods>,
  ): Promise<void> {
    this.#close();
    const engine = await this.#load(options, onLoaded, withoutGpu);
    onLoaded[releaseProxy]?.();
    // After the engine, whose number of threads counts where both share a runtime.
    const vad = this.#vad ?? (await loadSileroVad(configureOnnxRuntime));
    this.#vad = vad;
    const sending: unknown[] = [];
    const send = (update: LiveUpdate) => {
      sending.push(onUpdate(update));
    };
    this.#session = {
      sent: () => Promise.all(sending.splice(0)),
      close: () => onUpdate[releaseProxy]?.(),
      sampleRate: options.sampleRate,
      pace: new LivePace(engine.step),
      sounds: options.sounds ? await this.#openSounds(starts[0]?.time ?? 0, send) : null,
      send,
      channels: starts.map((start, channel) => ({
        resampler: new Resampler(options.sampleRate, SAMPLE_RATE),
        channel: new LiveChannel(vad, engine.open(options), options, {
          onUpdate: (update) => send({ ...update, channel }),
          start,
        }),
      })),
    };
  }

  async push(channels: Float32Array[]): Promise<number[]> {
    const session = this.#opened();
    const began = performance.now();
    const heard: Float32Array[] = [];
    for (const [index, { resampler, channel }] of session.channels.entries()) {
      const samples = resampler.push(channels[index] ?? new Float32Array(0));
      heard.push(samples);
      await channel.push(samples, session.pace.step, NEVER, session.pace.room);
    }
    // Words come first.
    await session.sounds?.push(heard);
    const sound = (channels[0]?.length ?? 0) / session.sampleRate;
    if (session.pace.note(sound, (performance.now() - began) / 1000)) session.send(session.pace.update);
    await session.sent();
    return session.channels.map(({ channel }) => channel.settledUntil);
  }

  async finish(): Promise<void> {
    const session = this.#opened();
    for (const { resampler, channel } of session.channels) {
      await channel.push(resampler.finish(), Number.POSITIVE_INFINITY, NEVER);
      await channel.finish(NEVER);
    }
    await session.sounds?.finish();
    await session.sent();
    this.#close();
  }

  /** Null where the model cannot be loaded: words go on without it. */
  async #openSounds(time: number, send: (update: LiveUpdate) => void): Promise<LiveSounds | null> {
    try {
      this.#sounds ??= await loadSoundModel();
      return new LiveSounds(this.#sounds, time, (news) => send({ type: 'sound', ...news }));
    } catch (error) {
      console.error(error);
      return null;
    }
  }

  async #load(
    { modelId, cores }: LiveOptions,
    onLoaded: (fraction: number) => void,
    withoutGpu: Message | undefined,
  ): Promise<LiveEngine> {
    const key = JSON.stringify([modelId, cores, withoutGpu !== undefined]);
    if (this.#loaded?.key === key) return this.#loaded.engine;
    await this.#loaded?.engine.dispose();
    this.#loaded = null;
    const engine = await loadLiveEngine(await findSpeechModel(modelId), cores, onLoaded, withoutGpu);
    this.#loaded = { key, engine };
    return engine;
  }

  #close(): void {
    this.#session?.close();
    this.#session = null;
  }

  #opened(): OpenSession {
    if (!this.#session) throw new AppError('internal', msg`No speech model is loaded.`);
    return this.#session;
  }
}
