import { type Endpoint, type Remote, releaseProxy, wrap } from 'comlink';
import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import '../shared/comlink-errors.ts';
import { STARTED, THREADS_LIMIT_MS, THREADS_STARTED, THREADS_STARTING } from '../shared/start-sign.ts';
import { type PaceLimit, Watchdog } from './watchdog.ts';

/** What a handle needs of a Worker. */
export type WorkerEnd = Endpoint & Pick<Worker, 'terminate'>;

/** What a call does, for people, and how long it may be silent: a number of milliseconds, or as long as calls before it suggest. */
type Watch = { what: string } & ({ limitMs: number } | { pace: PaceLimit });

/** A dedicated worker and its Comlink proxy, whose calls reject if the worker dies or the signal aborts. */
export class WorkerHandle<Api> {
  readonly #worker: WorkerEnd;
  readonly #api: Remote<Api>;
  readonly #died: Promise<never>;
  #reject: (error: AppError) => void = () => undefined;
  readonly #life = new AbortController();
  #hasStarted: boolean;

  /**
   * @param startMs how long it may take until it says that it has started, if it says so
   * @param threadsMs how long the start of its runtime's threads may take
   */
  constructor(worker: WorkerEnd, startMs?: number, threadsMs = THREADS_LIMIT_MS) {
    this.#worker = worker;
    this.#hasStarted = startMs === undefined;
    this.#api = wrap<Api>(worker);
    this.#died = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.#died.catch(() => undefined);
    if (startMs !== undefined) this.#awaitSign(STARTED, startMs, 'A worker');
    this.#onSign(STARTED, () => {
      this.#hasStarted = true;
    });
    this.#onSign(THREADS_STARTING, () =>
      this.#awaitSign(THREADS_STARTED, threadsMs, 'The threads of a worker'),
    );
    worker.addEventListener('error', (event) => {
      console.error(event);
      const message = 'message' in event ? String(event.message) : '';
      this.#end(msg`A worker crashed: ${message || msg`its script could not be loaded`}.`);
    });
  }

  #onSign(sign: string, act: () => void): void {
    this.#worker.addEventListener('message', (event) => {
      if ('data' in event && event.data === sign) act();
    });
  }

  /** Ends the worker if it does not give the sign within the limit. */
  #awaitSign(sign: string, limitMs: number, what: string): void {
    const dog = new Watchdog(limitMs, () => {
      this.#end(msg`${what} did not start within ${Math.round(limitMs / 1000)} s; it was ended.`);
    });
    this.signal.addEventListener('abort', () => dog.end());
    this.#onSign(sign, () => dog.end());
  }

  /** False until its scripts have run: what goes wrong before that is in how they were fetched. */
  get hasStarted(): boolean {
    return this.#hasStarted;
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

  /**
   * Makes a call that must end, or call `alive`, within a limit. Otherwise the worker is terminated: it loops, or has
   * ended, which browsers do not report.
   */
  async watchedCall<T>(
    { what, ...watch }: Watch,
    run: (api: Remote<Api>, alive: () => void) => T,
    signal?: AbortSignal,
  ): Promise<Awaited<T>> {
    const { limitMs } = 'pace' in watch ? watch.pace : watch;
    const dog = new Watchdog(limitMs, () => {
      this.#end(msg`${what} showed no progress for ${Math.round(limitMs / 1000)} s; its worker was ended.`);
    });
    try {
      const result = await this.call((api) => run(api, () => dog.pat()), signal);
      if ('pace' in watch) watch.pace.note(dog.end());
      return result;
    } finally {
      dog.end();
    }
  }

  /** Terminates the worker whatever it is doing: the only reliable way to stop a WASM or GPU loop. */
  terminate(): void {
    this.#end(msg`The worker was terminated.`);
  }

  #end(message: Message): void {
    if (this.ended) return;
    this.#life.abort();
    this.#reject(new AppError('internal', message));
    this.#api[releaseProxy]();
    this.#worker.terminate();
  }
}

function rejectOnAbort(signal: AbortSignal | undefined): { promise: Promise<never>; stop: () => void } {
  const waiting = new AbortController();
  const promise = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { signal: waiting.signal });
  });
  return { promise, stop: () => waiting.abort() };
}
