import { SvelteMap } from 'svelte/reactivity';
import { isInstalled, type ListedModel, type ListedSet } from '../../client/models/listed-model.ts';
import type { ModelsClient } from '../../client/models/model-library.ts';
import { AppError, isAbort, toAppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { shownMessage } from '../texts/shown-message.ts';
import { TransferRate } from './transfer-rate.ts';

/** A download that runs, waits for the one before it in its set, or was paused. */
export interface ModelDownload {
  phase: 'waiting' | 'running' | 'paused';
  /** Bytes that are stored. */
  received: number;
  total: number | null;
  /** Bytes a second; null while unknown. */
  speed: number | null;
  secondsLeft: number | null;
  /** Nothing has arrived for three seconds. */
  isSilent: boolean;
  /** The app fetches it by itself, perhaps in another tab: a person cannot stop it here. */
  byItself: boolean;
}

interface Control {
  rate: TransferRate;
  abort: AbortController;
  /** Goes on after a pause: true to download further, false to give up. */
  resume: ((further: boolean) => void) | null;
}

const TICK_MS = 500;
const NEW: ModelDownload = {
  phase: 'waiting',
  received: 0,
  total: null,
  speed: null,
  secondsLeft: null,
  isSilent: false,
  byItself: false,
};

/** The models and their downloads. */
export class ModelsState {
  items = $state.raw<ListedModel[]>([]);
  sets = $state.raw<ListedSet[]>([]);
  phase = $state<'idle' | 'loading' | 'ready'>('idle');
  error = $state<AppError | null>(null);
  readonly downloads = new SvelteMap<string, ModelDownload>();
  readonly faults = new SvelteMap<string, AppError>();
  readonly #client: ModelsClient;
  readonly #controls = new Map<string, Control>();
  #timer = 0;

  constructor(client: ModelsClient) {
    this.#client = client;
  }

  watch(signal: AbortSignal): void {
    const changed = () => {
      for (const [id, { byItself }] of this.downloads) if (byItself) this.#end(id);
      if (this.phase !== 'idle') void this.load();
    };
    this.#client.watch(changed, signal, (id, received, total) => this.#showFetched(id, received, total));
  }

  /** Reads the list, unless that has been done. */
  async ensureLoaded(): Promise<void> {
    if (this.phase === 'idle') await this.load();
  }

  async load(): Promise<void> {
    if (this.phase === 'idle') this.phase = 'loading';
    try {
      const items = await this.#client.list();
      this.sets = await this.#client.sets(items);
      this.items = items;
      this.error = null;
    } catch (error) {
      this.error = toAppError(error);
    }
    this.phase = 'ready';
  }

  readonly plan: ModelsClient['plan'] = (model, wanted) => this.#client.plan(model, wanted);

  /** Downloads several models one after the other; false if one failed or was cancelled. */
  async install(ids: readonly string[]): Promise<boolean> {
    const wanted = ids.filter((id) => !this.items.some((model) => model.id === id && isInstalled(model)));
    for (const id of wanted) {
      if (navigator.onLine && !this.downloads.has(id)) this.downloads.set(id, NEW);
    }
    try {
      for (const id of wanted) {
        if (!(await this.download(id))) return false;
      }
      return true;
    } finally {
      for (const id of wanted) {
        if (this.downloads.get(id)?.phase === 'waiting') this.downloads.delete(id);
      }
    }
  }

  /** Downloads or resumes; resolves with whether the model is installed. Errors are kept in `faults`. */
  async download(id: string): Promise<boolean> {
    const known = this.downloads.get(id);
    if (known?.phase === 'paused') this.resume(id);
    if (this.#controls.has(id)) return false;
    this.faults.delete(id);
    let isDone = false;
    try {
      do isDone = await this.#attempt(id);
      while (!isDone && (await this.#isResumed(id)));
    } catch (error) {
      this.faults.set(id, toAppError(error));
    } finally {
      this.#end(id);
    }
    await this.load();
    return isDone;
  }

  /** True if the model is there, false if the user paused or cancelled. */
  async #attempt(id: string): Promise<boolean> {
    const control = { rate: new TransferRate(performance.now()), abort: new AbortController(), resume: null };
    this.#controls.set(id, control);
    const before = this.downloads.get(id);
    const { signal } = control.abort;
    let hasCome = false;
    // Without a network nothing is shown of it before something comes, as it does from this device.
    const isOffline = !navigator.onLine;
    if (!isOffline) this.#show(id, { phase: 'running', speed: null, secondsLeft: null, isSilent: false });
    this.#tick();
    const onProgress = (received: number, total: number) => {
      control.rate.note(received, performance.now());
      hasCome ||= received > (before?.received ?? 0);
      if (!isOffline) this.#show(id, { received, total });
      else if (hasCome && !signal.aborted) this.#show(id, { phase: 'running', received, total });
    };
    try {
      await this.#client.download(id, { onProgress, signal });
      return true;
    } catch (error) {
      if (signal.aborted || isAbort(error)) return false;
      const { code } = toAppError(error);
      const isKnown = navigator.onLine || (code !== 'internal' && (code !== 'remote_model' || hasCome));
      // Such as a script of the app that is not on this device yet.
      throw isKnown ? error : new AppError('remote_model', msg`No connection.`, { cause: error });
    }
  }

  async #isResumed(id: string): Promise<boolean> {
    const control = this.#controls.get(id);
    if (this.downloads.get(id)?.phase !== 'paused' || !control) return false;
    return new Promise((resolve) => {
      control.resume = resolve;
    });
  }

  /** Stops a download until it is resumed. */
  pause(id: string): void {
    this.#show(id, { phase: 'paused', speed: null, secondsLeft: null, isSilent: false });
    this.#controls.get(id)?.abort.abort();
  }

  resume(id: string): void {
    this.#controls.get(id)?.resume?.(true);
  }

  /** Ends a download; received bytes are kept for the next one. */
  cancel(id: string): void {
    const control = this.#controls.get(id);
    this.downloads.delete(id);
    control?.resume?.(false);
    control?.abort.abort();
  }

  async remove(id: string): Promise<void> {
    this.faults.delete(id);
    try {
      await this.#client.remove(id);
    } catch (error) {
      this.faults.set(id, toAppError(error));
    }
    await this.load();
  }

  /** Imports models from files; returns a sentence on what was found. Throws AppError. */
  async import(files: File[]): Promise<string> {
    try {
      return shownMessage(await this.#client.import(files));
    } finally {
      await this.load();
    }
  }

  #end(id: string): void {
    this.#controls.delete(id);
    this.downloads.delete(id);
    this.#tick();
  }

  /** What arrives of a model that the app fetches by itself. */
  #showFetched(id: string, received: number, total: number): void {
    const now = performance.now();
    const isNew = !this.#controls.has(id);
    const control = this.#controls.get(id) ?? {
      rate: new TransferRate(now),
      abort: new AbortController(),
      resume: null,
    };
    control.rate.note(received, now);
    this.#controls.set(id, control);
    this.#show(id, { phase: 'running', received, total, ...(isNew && { byItself: true }) });
    this.#tick();
  }

  #show(id: string, change: Partial<ModelDownload>): void {
    const now = this.downloads.get(id);
    // A cancelled one may still report.
    if (now || change.phase === 'running') this.downloads.set(id, { ...NEW, ...now, ...change });
  }

  /** Speed and silence change while nothing arrives. */
  #tick(): void {
    const isRunning = this.#controls.size > 0;
    if (isRunning && this.#timer === 0) this.#timer = window.setInterval(() => this.#measure(), TICK_MS);
    if (!isRunning) {
      window.clearInterval(this.#timer);
      this.#timer = 0;
    }
  }

  #measure(): void {
    const now = performance.now();
    for (const [id, { rate }] of this.#controls) {
      const download = this.downloads.get(id);
      if (download?.phase !== 'running') continue;
      this.#show(id, {
        speed: rate.bytesPerSecond(now),
        secondsLeft: download.total === null ? null : rate.secondsLeft(download.total, now),
        isSilent: rate.isSilent(now),
      });
    }
  }
}
