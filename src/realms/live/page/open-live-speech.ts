import { proxy, transfer } from 'comlink';
import type { ChannelStart } from '../../../engine/asr/live-channel.ts';
import type { LiveText } from '../../../engine/asr/live-recogniser.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { spawnRealm } from '../../every-worker/page/spawn-realm.ts';
import { IDLE_MS, type SupervisedWorker, supervise } from '../../every-worker/page/supervise.ts';
import type { WorkerHandle } from '../../every-worker/page/worker-handle.ts';
import type { LiveOptions, LiveUpdate, LiveWorkerApi } from '../shared/api.ts';
import { UnsettledSound } from './unsettled-sound.ts';

/** Speech that is recognised while it is spoken. */
export interface LiveSpeech {
  /** Resolves once the model is loaded; rejects with AppError if it cannot be. */
  readonly ready: Promise<void>;
  /** Takes the next samples (±1) of each channel, equally many in each. Keeps them. */
  push(channels: Float32Array[]): void;
  /** Resolves after the last update. Rejects with AppError if recognition has failed: earlier updates remain valid. */
  finish(): Promise<void>;
  /** Gives the session up at once. */
  end(): void;
}

const LOADING_LIMIT_MS = 300_000;
/** Sound in one call, seconds: a worker that is behind shows that it goes on. */
const MOST_SECONDS = 30;
/** Sound before what is not settled that voice activity needs, seconds. */
const LEAD_SECONDS = 1;

const workers = supervise<LiveWorkerApi>({
  spawn: () => spawnRealm('live'),
  idleMs: IDLE_MS,
  // The last without the GPU.
  attempts: 3,
});

/**
 * Recognises speech in a worker while it is spoken. A worker that ends is replaced: the next one goes on with the sound behind the
 * last settled word, and what was settled remains.
 *
 * @param onUpdate receives what was recognised, in order
 */
export const openLiveSpeech = (options: LiveOptions, onUpdate: (update: LiveUpdate) => void): LiveSpeech =>
  new SupervisedSpeech(options, onUpdate);

/** What is known of a channel. */
interface ChannelState {
  settledUntil: number;
  isSpeaking: boolean;
  /** The last text that was not final. */
  open: LiveText | null;
  nextUtterance: number;
}

class SupervisedSpeech implements LiveSpeech {
  readonly ready: Promise<void>;
  readonly #options: LiveOptions;
  readonly #onUpdate: (update: LiveUpdate) => void;
  readonly #sound: UnsettledSound;
  readonly #channels: ChannelState[];
  readonly #worker: SupervisedWorker<LiveWorkerApi, void>;
  /** Sample up to which the worker has the sound. */
  #sent = 0;
  #sending: Promise<void> | null = null;
  #failure: { error: unknown } | null = null;
  /** Number of the worker whose updates count. */
  #life = 0;

  constructor(options: LiveOptions, onUpdate: (update: LiveUpdate) => void) {
    this.#options = options;
    this.#onUpdate = onUpdate;
    this.#sound = new UnsettledSound(options.sampleRate);
    this.#channels = Array.from({ length: options.channels }, () => ({
      settledUntil: 0,
      isSpeaking: false,
      open: null,
      nextUtterance: 0,
    }));
    this.#worker = workers.take({ ready: (worker, isOtherWay) => this.#open(worker, isOtherWay) });
    this.ready = this.#worker.run(async () => undefined);
    this.ready.catch((error: unknown) => this.#fail(error));
  }

  push(channels: Float32Array[]): void {
    if (this.#failure) return;
    this.#sound.push(channels);
    this.#sending ??= this.#run((worker) => this.#send(worker)).finally(() => {
      this.#sending = null;
    });
  }

  async finish(): Promise<void> {
    await this.#sending;
    await this.#run(async (worker) => {
      await this.#send(worker);
      await this.#call(worker, (api) => api.finish());
    });
    if (this.#failure) throw this.#failure.error;
    this.#worker.release();
  }

  end(): void {
    this.#life++;
    this.#worker.end();
  }

  async #run(work: (worker: WorkerHandle<LiveWorkerApi>) => Promise<void>): Promise<void> {
    try {
      await this.ready;
      if (!this.#failure) await this.#worker.run(work);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.end();
  }

  /** Sends all that is there, in as few calls as possible: what comes during one goes into the next. */
  async #send(worker: WorkerHandle<LiveWorkerApi>): Promise<void> {
    while (this.#sent < this.#sound.end) {
      const channels = this.#sound.from(this.#sent, MOST_SECONDS);
      this.#sent += channels[0]?.length ?? 0;
      const settled = await this.#call(worker, (api) =>
        api.push(
          transfer(
            channels,
            channels.map(({ buffer }) => buffer),
          ),
        ),
      );
      for (const [index, channel] of this.#channels.entries()) {
        channel.settledUntil = Math.max(channel.settledUntil, settled[index] ?? 0);
      }
      this.#sound.forgetBefore(this.#restart());
    }
  }

  /** Second of the session from which the next worker would need the sound. */
  #restart(): number {
    return Math.max(Math.min(...this.#channels.map(({ settledUntil }) => settledUntil)) - LEAD_SECONDS, 0);
  }

  async #open(worker: WorkerHandle<LiveWorkerApi>, isOtherWay: boolean): Promise<void> {
    const life = ++this.#life;
    const { sampleRate } = this.#options;
    this.#sent = this.#sound.sampleAt(this.#restart());
    const starts = this.#channels.map((channel, index) => this.#goOn(channel, index));
    const update = proxy((next: LiveUpdate) => {
      if (life === this.#life) this.#take(next);
    });
    await worker.watchedCall({ what: 'Loading the speech model', limitMs: LOADING_LIMIT_MS }, (api, alive) =>
      api.open(
        this.#options,
        {
          starts: starts.map((start) => ({ ...start, time: this.#sent / sampleRate })),
          withoutGpu: isOtherWay ? msg`the GPU failed or stopped answering twice` : undefined,
        },
        update,
        proxy(alive),
      ),
    );
  }

  /** Ends what the last worker had begun: its settled words are an utterance of their own. */
  #goOn(channel: ChannelState, index: number): Omit<ChannelStart, 'time'> {
    const { open, settledUntil } = channel;
    if (open) {
      const isFinal = open.settled.length > 0;
      this.#take({ type: 'text', channel: index, text: { ...open, unsettled: [], isFinal } });
    }
    if (channel.isSpeaking) this.#take({ type: 'speech-end', channel: index, time: settledUntil });
    return { utterance: channel.nextUtterance, settledUntil };
  }

  #take(update: LiveUpdate): void {
    const channel = 'channel' in update ? this.#channels[update.channel] : undefined;
    if (channel && update.type === 'text') {
      const { text } = update;
      channel.open = text.isFinal ? null : text;
      channel.nextUtterance = text.utterance + (text.isFinal ? 1 : 0);
      channel.settledUntil = Math.max(channel.settledUntil, text.settled.at(-1)?.end ?? 0);
    } else if (channel) channel.isSpeaking = update.type === 'speech-start';
    this.#onUpdate(update);
  }

  #call<T>(
    worker: WorkerHandle<LiveWorkerApi>,
    call: Parameters<typeof worker.watchedCall<T>>[1],
  ): Promise<Awaited<T>> {
    return worker.watchedCall({ what: 'Recognition', pace: this.#worker.pace }, call);
  }
}
