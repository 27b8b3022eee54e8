/** Longest stretch of work between two checks for messages, ms. */
const SLICE_MS = 50;

/** Lets a long computation be cancelled: a worker that never pauses does not receive the abort message. */
export class CancellationPoint {
  readonly #signal: AbortSignal;
  #sliceStart = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Throws AbortError if the signal has aborted; lets waiting messages in every 50 ms. */
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

/** Nested timers wait 4 ms and microtasks let no message in; a message port has neither problem. */
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
