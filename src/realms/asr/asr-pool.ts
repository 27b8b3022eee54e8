import type { OnText, TranscribeOptions, WindowTranscript } from '../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../engine/audio/speech-window.ts';
import type { Lanes } from '../../models/choose-lanes.ts';
import { isUnforeseen } from '../is-unforeseen.ts';
import { PATIENCE, type Patience } from '../watchdog.ts';
import type { LoadedAsr } from './api.ts';
import { AsrWorker } from './spawn.ts';

interface Lane {
  worker: AsrWorker;
  busy: boolean;
}

/**
 * ASR workers with the same models, one per lane. The first is loaded at once, others when there is a window
 * for them. If another lane fails, for example for lack of memory, its window moves to the first lane and no more are
 * started. If the first one fails or shows no progress, its work is done once more in a new worker, then without the GPU;
 * only then the job fails.
 */
export class AsrPool {
  readonly #patience: Patience;
  readonly #first: Lane;
  #others: Lane[] = [];
  #modelIds: readonly string[] = [];
  #lanes: Lanes = { count: 1, cores: 1 };
  #waiting: (() => void)[] = [];
  #withoutGpu: string | undefined;
  #loaded: LoadedAsr[] = [];
  /** Null until a model was loaded. */
  #onGpu: boolean | null = null;

  constructor(patience: Patience = PATIENCE) {
    this.#patience = patience;
    this.#first = this.#newLane();
  }

  /** Number of windows that can be transcribed in parallel now. */
  get lanes(): number {
    return this.#lanes.count;
  }

  /** Starts the first lane's worker while others find out what it is to load. */
  prepare(): void {
    this.#first.worker.prepare();
  }

  /** Loads the model, or the two that vote, if necessary; `onProgress` receives 0 to 1. */
  async loadAsr(
    modelIds: readonly string[],
    lanes: Lanes,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<LoadedAsr[]> {
    const same = modelIds.join() === this.#modelIds.join();
    // Lanes started for a longer recording also serve a short one: reloading would cost more than they save.
    if (!same || lanes.count > this.#lanes.count) {
      this.#endOthers();
      this.#lanes = lanes;
    }
    this.#modelIds = modelIds;
    return this.#rescued(() => this.#load(signal, onProgress), signal);
  }

  /**
   * Transcribes a copy of one window in the first free lane. Throws AbortError when the signal aborts.
   */
  async transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
    onText?: OnText,
  ): Promise<WindowTranscript> {
    const lane = await this.#free(signal);
    try {
      // A copy, because the samples are transferred, and another worker may need them.
      const transcribe = () =>
        lane.worker.transcribe(
          { ...window, pcm: window.pcm.slice(), recorded: undefined },
          options,
          signal,
          onText,
        );
      if (lane === this.#first) return await this.#rescued(transcribe, signal);
      await lane.worker.loadAsr(this.#modelIds, this.#lanes.cores, () => undefined, signal, this.#withoutGpu);
      return await transcribe();
    } catch (error) {
      if (lane === this.#first || !isUnforeseen(error, signal)) throw error;
      console.error(error);
      this.#lanes = { ...this.#lanes, count: 1 };
      this.#endOthers();
      return this.transcribe(window, options, signal, onText);
    } finally {
      lane.busy = false;
      this.#waiting.shift()?.();
    }
  }

  /** What runs now, which can change after a device proved unusable; of a worker that has died since, what it had loaded. */
  async loaded(signal: AbortSignal): Promise<LoadedAsr[]> {
    try {
      return (await this.#first.worker.loaded(signal)) ?? this.#loaded;
    } catch (error) {
      if (!isUnforeseen(error, signal)) throw error;
      console.error(error);
      return this.#loaded;
    }
  }

  /** Terminates all workers and frees their memory. */
  end(): void {
    this.#endOthers();
    this.#first.worker.end();
  }

  async #free(signal: AbortSignal): Promise<Lane> {
    for (;;) {
      signal.throwIfAborted();
      let lane = [this.#first, ...this.#others].find(({ busy }) => !busy);
      if (!lane && this.#others.length + 1 < this.#lanes.count) {
        lane = this.#newLane();
        this.#others.push(lane);
      }
      if (lane) {
        lane.busy = true;
        return lane;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Loads the models into the first lane. */
  async #load(
    signal: AbortSignal,
    onProgress: (fraction: number) => void = () => undefined,
  ): Promise<LoadedAsr[]> {
    const loaded = await this.#first.worker.loadAsr(
      this.#modelIds,
      this.#lanes.cores,
      onProgress,
      signal,
      this.#withoutGpu,
    );
    this.#loaded = loaded;
    this.#onGpu = loaded.some(({ device }) => device === 'webgpu');
    return loaded;
  }

  /** Works in the first lane; after a crash or a hang once more in a new worker, then on WASM. */
  async #rescued<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const again = async () => {
      await this.#load(signal);
      return work();
    };
    try {
      return await work();
    } catch (error) {
      if (!isUnforeseen(error, signal)) throw error;
      console.error(error);
    }
    try {
      return await again();
    } catch (error) {
      if (!isUnforeseen(error, signal) || this.#withoutGpu || this.#onGpu === false) throw error;
      console.error(error);
      this.#withoutGpu = 'the GPU failed or stopped answering twice';
      return again();
    }
  }

  #newLane(): Lane {
    return { worker: new AsrWorker(this.#patience), busy: false };
  }

  #endOthers(): void {
    for (const { worker } of this.#others) worker.end();
    this.#others = [];
  }
}
