import { SvelteMap } from 'svelte/reactivity';
import type { ModelsClient, SpeechModel } from '../../client/model-library.ts';
import { type AppError, isAbort, toAppError } from '../../lib/errors.ts';

interface Download {
  received: number;
  total: number | null;
  controller: AbortController;
}

/** The speech models and their downloads. */
export class ModelsState {
  items = $state.raw<SpeechModel[]>([]);
  phase = $state<'idle' | 'loading' | 'ready'>('idle');
  error = $state<AppError | null>(null);
  readonly downloads = new SvelteMap<string, Download>();
  /** Errors by model id. */
  readonly faults = new SvelteMap<string, string>();
  readonly #client: ModelsClient;

  constructor(client: ModelsClient) {
    this.#client = client;
  }

  watch(signal: AbortSignal): void {
    this.#client.watch(() => {
      if (this.phase !== 'idle') void this.load();
    }, signal);
  }

  async load(): Promise<void> {
    if (this.phase === 'idle') this.phase = 'loading';
    try {
      this.items = await this.#client.list();
      this.error = null;
    } catch (error) {
      this.error = toAppError(error);
    }
    this.phase = 'ready';
  }

  /** Downloads a model or resumes its download; errors are kept in `faults`. */
  async download(id: string): Promise<void> {
    if (this.downloads.has(id)) return;
    const controller = new AbortController();
    this.faults.delete(id);
    this.downloads.set(id, { received: 0, total: null, controller });
    const onProgress = (received: number, total: number | null) => {
      if (this.downloads.has(id)) this.downloads.set(id, { received, total, controller });
    };
    try {
      await this.#client.download(id, { onProgress, signal: controller.signal });
    } catch (error) {
      if (!controller.signal.aborted && !isAbort(error)) this.faults.set(id, toAppError(error).message);
    } finally {
      this.downloads.delete(id);
    }
    await this.load();
  }

  /** Stops a download; received bytes are kept for the next one. */
  cancel(id: string): void {
    this.downloads.get(id)?.controller.abort();
  }

  async remove(id: string): Promise<void> {
    this.faults.delete(id);
    try {
      await this.#client.remove(id);
    } catch (error) {
      this.faults.set(id, toAppError(error).message);
    }
    await this.load();
  }

  /** Imports models from files; returns a sentence on what was found. Throws AppError. */
  async import(files: File[]): Promise<string> {
    try {
      return await this.#client.import(files);
    } finally {
      await this.load();
    }
  }
}
