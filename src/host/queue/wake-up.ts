/** A bell: a ring while nobody waits is kept for the next waiter. */
export class WakeUp {
  #rung = false;
  #release: () => void = () => undefined;

  ring(): void {
    this.#rung = true;
    this.#release();
  }

  /** Resolves at the next ring, the time-out or the abort, whichever comes first. */
  async wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted) {
      const waiting = new AbortController();
      await new Promise<void>((resolve) => {
        this.#release = resolve;
        const timer = setTimeout(resolve, timeoutMs);
        waiting.signal.addEventListener('abort', () => clearTimeout(timer));
        signal.addEventListener('abort', () => resolve(), { signal: waiting.signal });
      });
      waiting.abort();
    }
    this.#rung = false;
  }
}
