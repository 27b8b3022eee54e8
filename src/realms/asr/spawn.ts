import { proxy, transfer } from 'comlink';
import type { OnText, TranscribeOptions, WindowTranscript } from '../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../engine/audio/speech-window.ts';
import { START_LIMIT_MS } from '../../lib/start-sign.ts';
import { PatientWorker } from '../patient-worker.ts';
import { PATIENCE, PaceLimit, type Patience } from '../watchdog.ts';
import { WorkerHandle } from '../worker-handle.ts';
import type { AsrWorkerApi, LoadedAsr } from './api.ts';

/** How long a loaded model is kept for the next job. */
const IDLE_MS = 120_000;

/**
 * How long an aborted transcription may take to stop before its worker is terminated: a deleted job is gone within a
 * second.
 */
const ABORT_GRACE_MS = 500;

/**
 * An ASR worker, started on demand and terminated when idle. An abort rejects at once; the next call waits
 * until the worker's loop has stopped or the worker was terminated because it did not. If it stopped, the next job
 * need not reload the model.
 */
export class AsrWorker {
  #handle: WorkerHandle<AsrWorkerApi> | null = null;
  #wanted = '';
  #stopping: Promise<void> = Promise.resolve();
  #idle: ReturnType<typeof setTimeout> | undefined;
  readonly #patience: Patience;
  readonly #pace: PaceLimit;

  constructor(patience: Patience = PATIENCE) {
    this.#patience = patience;
    this.#pace = new PaceLimit(patience);
  }

  /** Starts the worker, if none runs, for a model that is about to be loaded. */
  prepare(): void {
    clearTimeout(this.#idle);
    this.#started();
    this.#endWhenIdle();
  }

  /**
   * Loads the model, or the two that vote, if necessary, for this many cores; `onProgress` receives 0 to 1.
   *
   * @param withoutGpu why the GPU cannot be used, if it cannot
   */
  async loadAsr(
    modelIds: readonly string[],
    cores: number,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
    withoutGpu?: string,
  ): Promise<LoadedAsr[]> {
    const wanted = `${modelIds.join()} on ${cores}${withoutGpu ? ' without GPU' : ''}`;
    // Other models need a new worker: WASM memory never shrinks, and a worker keeps its runtime build.
    if (this.#wanted !== '' && this.#wanted !== wanted) this.end();
    this.#wanted = wanted;
    return this.#run(
      { what: 'Loading the speech model', limitMs: () => this.#patience.firstMs },
      (api, alive) => {
        const tell = (fraction: number) => {
          alive();
          onProgress(fraction);
        };
        return api.loadAsr([...modelIds], cores, proxy(tell), withoutGpu);
      },
      signal,
    );
  }

  /** Transcribes one window; its PCM is transferred. */
  async transcribe(
    window: SpeechWindow,
    options: TranscribeOptions,
    signal: AbortSignal,
    onText?: OnText,
  ): Promise<WindowTranscript> {
    const startedAt = performance.now();
    const transcript = await this.#run(
      { what: 'Recognition', limitMs: () => this.#pace.limitMs },
      (api) => api.transcribe(transfer(window, [window.pcm.buffer]), options, onText && proxy(onText)),
      signal,
    );
    this.#pace.note(performance.now() - startedAt);
    return transcript;
  }

  /** What runs now; it can change after a device proved unusable. Null if the worker has died. */
  async loaded(signal: AbortSignal): Promise<LoadedAsr[] | null> {
    const handle = this.#handle;
    if (!handle || handle.ended) return null;
    const watch = { what: 'Recognition', limitMs: this.#pace.limitMs };
    return (await handle.watchedCall(watch, (api) => api.loaded(), signal)) as LoadedAsr[];
  }

  /** Terminates the worker and frees its memory. */
  end(): void {
    clearTimeout(this.#idle);
    this.#handle?.terminate();
    this.#handle = null;
    this.#wanted = '';
  }

  #endWhenIdle(): void {
    this.#idle = setTimeout(() => this.end(), IDLE_MS);
  }

  /** The worker, or a new one. */
  #started(): WorkerHandle<AsrWorkerApi> {
    // It may have died unnoticed while idle.
    if (this.#handle?.ended) this.#handle = null;
    if (!this.#handle) this.#pace.renew();
    this.#handle ??= new WorkerHandle(
      new PatientWorker(
        () =>
          new Worker(new URL('../../../workers/asr.worker.ts', import.meta.url), {
            type: 'module',
            name: 'asr',
          }),
      ),
      START_LIMIT_MS,
    );
    return this.#handle;
  }

  async #run<T>(
    { what, limitMs }: { what: string; limitMs: () => number },
    call: (
      api: Parameters<Parameters<WorkerHandle<AsrWorkerApi>['call']>[0]>[0],
      alive: () => void,
    ) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    await this.#stopping;
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    const handle = this.#started();
    let running: Promise<T> | undefined;
    const stop = () => {
      if (running) this.#stopping = this.#stop(handle, running);
    };
    signal.addEventListener('abort', stop);
    try {
      return (await handle.watchedCall(
        { what, limitMs: limitMs() },
        (api, alive) => {
          running = call(api, alive);
          return running;
        },
        signal,
      )) as T;
    } catch (error) {
      // Dead or in an unknown state: the next job starts fresh.
      if (!signal.aborted && handle === this.#handle) this.end();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      this.#endWhenIdle();
    }
  }

  async #stop(handle: WorkerHandle<AsrWorkerApi>, running: Promise<unknown>): Promise<void> {
    handle.call((api) => api.abort()).catch(() => undefined);
    const stopped = await Promise.race([
      running.then(
        () => true,
        () => true,
      ),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), ABORT_GRACE_MS)),
    ]);
    if (!stopped && handle === this.#handle) this.end();
  }
}
