import type { OnText, TranscribeOptions, WindowTranscript } from '../../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import type { Lanes } from '../../../models/device/choose-lanes.ts';
import { isUnforeseen, type Supervisor } from '../../every-worker/page/supervise.ts';
import { PATIENCE, type Patience } from '../../every-worker/page/watchdog.ts';
import type { AsrWorkerApi, LoadedAsr } from '../shared/api.ts';
import { type AsrWorker, asrWorkers, loadAsr, transcribeIn } from './spawn.ts';

interface Lane {
  workers: Supervisor<AsrWorkerApi>;
  /** The running job's. */
  worker: AsrWorker | null;
  /** Signs of life of the windows that it has. */
  windows: Set<() => void>;
  /** Number of windows that it has, or is about to get. */
  taken: number;
}

/**
 * ASR workers with the same models, one per lane. The first is loaded at once, others when there is a window
 * for them. One that takes several windows at a time, on a GPU, is the only one. If another lane fails, for
 * example for lack of memory, its window moves to the first lane and no more are started.
 */
export class AsrLanes {
  readonly #limits: Patience;
  readonly #first: Lane;
  #others: Lane[] = [];
  #modelIds: readonly string[] = [];
  #lanes: Lanes = { count: 1, cores: 1 };
  #waiting: (() => void)[] = [];
  #withoutGpu: Message | undefined;
  #loaded: LoadedAsr[] = [];

  constructor(limits: Patience = PATIENCE) {
    this.#limits = limits;
    this.#first = this.#newLane();
  }

  /** Number of windows that can be transcribed in parallel now. */
  get lanes(): number {
    return this.#atOnce === 1 ? this.#lanes.count : (this.#atOnce ?? 1);
  }

  /** Windows that the first lane takes at a time; null until its first one has shown it. */
  get #atOnce(): number | null {
    const [{ windows } = { windows: 1 }] = this.#loaded;
    return windows;
  }

  /** Starts the first lane's worker while others find out what it is to load. */
  prepare(): void {
    if (!this.#first.worker) this.#first.workers.prepare((api) => api.prepare());
  }

  /** Loads the model, or the two that vote, if necessary. */
  async loadAsr(modelIds: readonly string[], lanes: Lanes, signal: AbortSignal): Promise<LoadedAsr[]> {
    const isSame = modelIds.join() === this.#modelIds.join();
    // Lanes started for a longer recording also serve a short one: reloading would cost more than they save.
    if (!isSame || lanes.count > this.#lanes.count) {
      this.#renew();
      this.#lanes = lanes;
    }
    this.#modelIds = modelIds;
    try {
      return await this.#workerOf(this.#first).run(async (_, loaded) => loaded, signal);
    } catch (error) {
      if (!signal.aborted) this.#end(this.#first);
      throw error;
    }
  }

  /** Transcribes one window in the first free lane. Throws AbortError when the signal aborts. */
  async transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
    onText?: OnText,
  ): Promise<WindowTranscript> {
    const lane = await this.#free(signal);
    try {
      const how = { signal, onText, beside: lane.windows };
      const transcript = await transcribeIn(this.#workerOf(lane), window, options, how);
      if (lane === this.#first && this.#atOnce !== 1) await this.#lookAgain(signal);
      return transcript;
    } catch (error) {
      if (signal.aborted) throw error;
      // In an unknown state.
      this.#end(lane);
      if (lane === this.#first || !isUnforeseen(error, signal)) throw error;
      console.error(error);
      this.#lanes = { ...this.#lanes, count: 1 };
      this.#endOthers();
      return this.transcribe(window, options, signal, onText);
    } finally {
      lane.taken -= 1;
      this.#wake();
    }
  }

  /** What runs now, which can change after a device proved unusable; of a worker that has died since, what it had loaded. */
  async loaded(signal: AbortSignal): Promise<LoadedAsr[]> {
    const now = await this.#first.worker?.ask('Recognition', (api) => api.loaded(), signal);
    return now ?? this.#loaded;
  }

  /** A GPU is judged by its first window, and may fail at any. Only the first is waited for. */
  async #lookAgain(signal: AbortSignal): Promise<void> {
    const { worker } = this.#first;
    const asked = this.loaded(signal).then((loaded) => {
      if (this.#first.worker !== worker) return;
      this.#loaded = loaded;
      this.#wake();
    });
    if (this.#atOnce === null) await asked;
    else asked.catch(() => undefined);
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Keeps the workers for the next job, for a while. */
  release(): void {
    for (const lane of [this.#first, ...this.#others]) {
      lane.worker?.release();
      lane.worker = null;
    }
  }

  /** Terminates all workers and frees their memory. */
  end(): void {
    this.#endOthers();
    this.#end(this.#first);
    this.#first.workers.end();
  }

  async #free(signal: AbortSignal): Promise<Lane> {
    for (;;) {
      signal.throwIfAborted();
      const most = this.#atOnce ?? 1;
      let lane = this.#first.taken < most ? this.#first : this.#others.find(({ taken }) => taken === 0);
      if (!lane && this.#atOnce === 1 && this.#others.length + 1 < this.#lanes.count) {
        lane = this.#newLane();
        this.#others.push(lane);
      }
      if (lane) {
        lane.taken += 1;
        return lane;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #workerOf(lane: Lane): AsrWorker {
    lane.worker ??= lane.workers.take({
      ready: async (worker, isOtherWay) => {
        if (isOtherWay) this.#withoutGpu = msg`the GPU failed or stopped answering twice`;
        const { firstMs } = this.#limits;
        this.#loaded = await loadAsr(worker, this.#modelIds, {
          cores: this.#lanes.cores,
          limitMs: firstMs,
          withoutGpu: this.#withoutGpu,
        });
        return this.#loaded;
      },
      attempts: () => {
        if (lane !== this.#first) return 1;
        const isOnCpu = this.#loaded.length > 0 && this.#loaded.every(({ device }) => device === 'wasm');
        return isOnCpu ? 2 : 3;
      },
    });
    return lane.worker;
  }

  #newLane(): Lane {
    return { workers: asrWorkers(this.#limits), worker: null, windows: new Set(), taken: 0 };
  }

  /** Other models need new workers: WASM memory never shrinks, and a worker keeps its runtime build. */
  #renew(): void {
    this.#loaded = [];
    this.#endOthers();
    this.#end(this.#first);
    this.#first.workers.endUsed();
  }

  #endOthers(): void {
    for (const lane of this.#others) {
      this.#end(lane);
      lane.workers.end();
    }
    this.#others = [];
  }

  #end(lane: Lane): void {
    lane.worker?.end();
    lane.worker = null;
  }
}
