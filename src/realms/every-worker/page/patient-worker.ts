import { STARTED } from '../shared/start-sign.ts';
import type { WorkerEnd } from './worker-handle.ts';

/** Waits before each further start: a service worker that was stopped is up again by the last. */
const WAITS_MS = [300, 1_000, 3_000];

/**
 * A worker whose scripts are asked for again if they do not arrive, up to three times: they pass the service worker, and a browser that
 * stops it while it holds such a request ends the worker with an error. Messages are kept until the worker says that it has started, so
 * the caller notices nothing. An error after that, or at the last start, is the worker's own.
 */
export class PatientWorker implements WorkerEnd {
  readonly #create: () => WorkerEnd;
  readonly #waits: number[];
  readonly #events = new EventTarget();
  #worker: WorkerEnd;
  #hasStarted = false;
  #unsent: [message: unknown, transfer: Transferable[]][] = [];
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(create: () => WorkerEnd, waits: readonly number[] = WAITS_MS) {
    this.#create = create;
    this.#waits = [...waits];
    this.#worker = this.#start();
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    if (this.#hasStarted) this.#worker.postMessage(message, transfer);
    else this.#unsent.push([message, transfer]);
  }

  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.#events.addEventListener(type, listener);
  }

  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.#events.removeEventListener(type, listener);
  }

  terminate(): void {
    clearTimeout(this.#waiting);
    this.#unsent = [];
    this.#worker.terminate();
  }

  #start(): WorkerEnd {
    const worker = this.#create();
    worker.addEventListener('message', (event) => {
      if (!('data' in event)) return;
      this.#events.dispatchEvent(new MessageEvent('message', { data: event.data }));
      if (event.data === STARTED && !this.#hasStarted) this.#send();
    });
    worker.addEventListener('error', (event) => {
      const wait = this.#hasStarted ? undefined : this.#waits.shift();
      const message = 'message' in event ? String(event.message) : '';
      if (wait === undefined) {
        this.#events.dispatchEvent(Object.assign(new Event('error'), { message }));
        return;
      }
      console.warn(
        `A worker could not be started, and is started again: ${message || 'its script did not arrive'}.`,
      );
      worker.terminate();
      this.#waiting = setTimeout(() => {
        this.#worker = this.#start();
      }, wait);
    });
    return worker;
  }

  #send(): void {
    this.#hasStarted = true;
    for (const [message, transfer] of this.#unsent) this.#worker.postMessage(message, transfer);
    this.#unsent = [];
  }
}
