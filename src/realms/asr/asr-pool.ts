import type { TranscribeOptions, WindowTranscript } from '../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../engine/audio/speech-window.ts';
import { AppError, isAbort } from '../../lib/errors.ts';
import type { Lanes } from '../../models/choose-lanes.ts';
import type { LoadedAsr } from './api.ts';
import { AsrWorker } from './spawn.ts';

interface Lane {
  worker: AsrWorker;
  busy: boolean;
}

/**
 * ASR workers with the same models, one per lane. The first is loaded at once, others when there is a window
 * for them. If another lane fails, for example for lack of memory, its window moves to the first lane and no more are
 * started.
 */
export class AsrPool {
  readonly #first: Lane = { worker: new AsrWorker(), busy: false };
  #others: Lane[] = [];
  #modelIds: readonly string[] = [];
  #lanes: Lanes = { count: 1, cores: 1 };
  #waiting: (() => void)[] = [];

  /** Number of windows that can be transcribed in parallel now. */
  get lanes(): number {
    return this.#lanes.count;
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
    return this.#first.worker.loadAsr(modelIds, this.#lanes.cores, onProgress, signal);
  }

  /**
   * Transcribes one window in the first free lane; its PCM is transferred. Throws AbortError when the signal aborts.
   */
  async transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
  ): Promise<WindowTranscript> {
    const lane = await this.#free(signal);
    try {
      if (lane === this.#first) return await lane.worker.transcribe(window, options, signal);
      await lane.worker.loadAsr(this.#modelIds, this.#lanes.cores, () => undefined, signal);
      return await lane.worker.transcribe({ ...window, pcm: window.pcm.slice() }, options, signal);
    } catch (error) {
      const unforeseen = !(error instanceof AppError) || error.code === 'internal';
      if (lane === this.#first || signal.aborted || isAbort(error) || !unforeseen) throw error;
      console.error(error);
      this.#lanes = { ...this.#lanes, count: 1 };
      this.#endOthers();
      return this.transcribe(window, options, signal);
    } finally {
      lane.busy = false;
      this.#waiting.shift()?.();
    }
  }

  /** What runs now; it can change after a device proved unusable. */
  loaded(signal: AbortSignal): Promise<LoadedAsr[]> {
    return this.#first.worker.loaded(signal);
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
        lane = { worker: new AsrWorker(), busy: false };
        this.#others.push(lane);
      }
      if (lane) {
        lane.busy = true;
        return lane;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #endOthers(): void {
    for (const { worker } of this.#others) worker.end();
    this.#others = [];
  }
}
