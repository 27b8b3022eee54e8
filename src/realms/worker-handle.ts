import { type Remote, releaseProxy, wrap } from 'comlink';
import { AppError } from '../lib/errors.ts';
import './comlink-errors.ts';

/**
 * A dedicated worker and its Comlink proxy. If the worker dies or the signal aborts, pending calls reject instead of
 * waiting for ever.
 */
export class WorkerHandle<Api> {
  readonly #worker: Worker;
  readonly #api: Remote<Api>;
  readonly #died: Promise<never>;
  #reject: (error: AppError) => void = () => undefined;
  readonly #life = new AbortController();

  constructor(worker: Worker) {
    this.#worker = worker;
    this.#api = wrap<Api>(worker);
    this.#died = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.#died.catch(() => undefined);
    worker.onerror = (event) => {
      console.error(event);
      this.#end(`A worker crashed: ${event.message || 'its script could not be loaded'}.`);
    };
  }

  /** True once the worker has died or was terminated; every call then rejects. */
  get ended(): boolean {
    return this.signal.aborted;
  }

  /** Aborts when the worker dies or is terminated, because the page's work for it is then useless. */
  get signal(): AbortSignal {
    return this.#life.signal;
  }

  /** Makes one call. Rejects at once with AbortError when the signal aborts; the worker may still be busy then. */
  async call<T>(run: (api: Remote<Api>) => T, signal?: AbortSignal): Promise<Awaited<T>> {
    signal?.throwIfAborted();
    if (this.ended) return this.#died;
    const { promise: aborted, stop } = rejectOnAbort(signal);
    try {
      return await Promise.race([run(this.#api), this.#died, aborted]);
    } finally {
      stop();
    }
  }

  /** Terminates the worker whatever it is doing: the only reliable way to stop a WASM or GPU loop. */
  terminate(): void {
    this.#end('The worker was terminated.');
  }

  #end(message: string): void {
    if (this.ended) return;
    this.#life.abort();
    this.#reject(new AppError('internal', message));
    this.#api[releaseProxy]();
    this.#worker.terminate();
  }
}

function rejectOnAbort(signal: AbortSignal | undefined): { promise: Promise<never>; stop: () => void } {
  const listening = new AbortController();
  const promise = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { signal: listening.signal });
  });
  return { promise, stop: () => listening.abort() };
}
