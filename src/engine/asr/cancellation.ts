/** Longest stretch of work, in ms, between two looks at what other realms have sent. */
const SLICE_MS = 50;

/**
 * Lets a long computation be cancelled from another realm: a worker that computes without a pause never receives the
 * message that would abort it.
 */
export class Cancellation {
  readonly #signal: AbortSignal;
  #sliceStart = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Throws AbortError where the signal has aborted; lets waiting messages in every 50 ms. */
  async check(): Promise<void> {
    this.#throwIfAborted();
    if (performance.now() - this.#sliceStart < SLICE_MS) return;
    await nextTask();
    this.#sliceStart = performance.now();
    this.#throwIfAborted();
  }

  #throwIfAborted(): void {
    if (this.#signal.aborted) throw new DOMException('The transcription was cancelled.', 'AbortError');
  }
}

/** A timer waits 4 ms once nested, and a microtask lets no message in; a message port does neither. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
