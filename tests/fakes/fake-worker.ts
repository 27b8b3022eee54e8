import { expose } from 'comlink';
import { STARTED } from '../../src/realms/every-worker/shared/start-sign.ts';
import '../../src/realms/every-worker/shared/comlink-errors.ts';
import type { WorkerEnd } from '../../src/realms/every-worker/page/worker-handle.ts';

/** The API of a fake worker: what its methods return, or a promise that never settles for a hang. */
export type FakeApi = Record<string, unknown>;

/** Work that never ends and says nothing, as in an endless loop or after `self.close()`. */
export const hang = (): Promise<never> => new Promise(() => undefined);

/** What a browser's engine throws where memory runs out. */
export const outOfMemory = (): never => {
  throw new RangeError('WebAssembly.Memory(): could not allocate memory');
};

/**
 * A worker whose session runs in this realm, behind a message channel as a real one is. `crash` ends it as an error of
 * its script would.
 */
export class FakeWorker implements WorkerEnd {
  terminated = false;
  readonly #page: MessagePort;
  readonly #realm: MessagePort;
  readonly #errors = new EventTarget();

  /** @param starts whether its scripts arrive */
  constructor(api: FakeApi, { starts = true } = {}) {
    const { port1, port2 } = new MessageChannel();
    this.#page = port1;
    this.#realm = port2;
    expose(api, port2);
    port1.start();
    if (starts) port2.postMessage(STARTED);
  }

  crash(message: string): void {
    this.#errors.dispatchEvent(Object.assign(new Event('error'), { message }));
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    if (!this.terminated) this.#page.postMessage(message, transfer);
  }

  addEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    const target = type === 'error' ? this.#errors : this.#page;
    target.addEventListener(type, listener);
  }

  removeEventListener(type: string, listener: EventListenerOrEventListenerObject): void {
    this.#page.removeEventListener(type, listener);
  }

  terminate(): void {
    this.terminated = true;
    this.#page.close();
    this.#realm.close();
  }
}

/** A class to be used as `Worker`: each instance gets the next of these APIs, the last one for all that follow. */
export function fakeWorkerClass(apis: readonly FakeApi[]) {
  const made: FakeWorker[] = [];
  const FakeClass = class extends FakeWorker {
    constructor() {
      super(apis[Math.min(made.length, apis.length - 1)] ?? {});
      made.push(this);
    }
  };
  return { FakeClass, made };
}
