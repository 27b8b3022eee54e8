import { targetWithHandlers } from '../../lib/target-with-handlers.ts';

/** Replaces a worker of the page until it may start: keeps what it is sent, then passes everything on. */
export class HeldWorker extends targetWithHandlers(['message', 'messageerror', 'error']) {
  /** The worker, also while nothing is passed on to it yet. */
  #starting: Worker | null = null;
  #worker: Worker | null = null;
  #isEnded = false;
  #kept: { message: unknown; transfer: Transferable[] }[] = [];

  /**
   * @param allow resolves with what controls the page as soon as the worker may start
   * @param start may be called more than once
   */
  constructor(allow: () => Promise<unknown>, start: () => Worker) {
    super();
    this.#start(allow, start).catch((error: unknown) => this.fail(error));
  }

  /** Passes on what was kept once the page is known to have had the same service worker before and after the start. */
  async #start(allow: () => Promise<unknown>, start: () => Worker): Promise<void> {
    let before = await allow();
    while (!this.#isEnded) {
      const worker = start();
      this.#forwardEvents(worker);
      this.#starting = worker;
      const after = await allow();
      if (after === before) {
        this.#pass(worker);
        return;
      }
      worker.terminate();
      before = after;
    }
  }

  /** Ends the worker as one that could not run. */
  fail(error: unknown): void {
    this.terminate();
    console.error(error);
    const message = error instanceof Error ? error.message : String(error);
    this.dispatchEvent(new ErrorEvent('error', { message, error, cancelable: true }));
  }

  /** Keeps what it is sent until it may go on, and ends it if it may not. */
  holdUntil(allowed: Promise<unknown>): void {
    const worker = this.#worker;
    if (!worker) return;
    this.#worker = null;
    allowed.then(
      () => this.#pass(worker),
      (error: unknown) => this.fail(error),
    );
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  #forwardEvents(worker: Worker): void {
    for (const name of ['message', 'messageerror'] as const) {
      worker.addEventListener(name, ({ data, ports }) => {
        this.dispatchEvent(new MessageEvent(name, { data, ports: [...ports] }));
      });
    }
    worker.addEventListener('error', (event) => {
      const { message, filename, lineno, colno, error } = event;
      const same = { message, filename, lineno, colno, error, cancelable: true };
      if (!this.dispatchEvent(new ErrorEvent('error', same))) event.preventDefault();
    });
  }

  #pass(worker: Worker): void {
    if (this.#isEnded) return;
    this.#worker = worker;
    for (const { message, transfer } of this.#kept) worker.postMessage(message, transfer);
    this.#kept = [];
  }

  postMessage(message: unknown, options: Transferable[] | StructuredSerializeOptions = []): void {
    const transfer = Array.isArray(options) ? options : (options.transfer ?? []);
    if (this.#worker) this.#worker.postMessage(message, transfer);
    // As it is now: what is transferred must be gone for the sender.
    else this.#kept.push(structuredClone({ message, transfer }, { transfer }));
  }

  terminate(): void {
    this.#isEnded = true;
    this.#starting?.terminate();
  }
}
