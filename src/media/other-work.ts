/** The service worker answers every tab, so opening a file must not keep it busy for longer at a time. */
const REST_AFTER_MS = 40;

/** Lets other work of this realm have its turn during long work. */
export class OtherWork {
  #restedAt = performance.now();

  /** Waits for a turn of the event loop, if the last one is long ago. Cheap enough for every few thousand steps. */
  async letIn(): Promise<void> {
    if (performance.now() - this.#restedAt < REST_AFTER_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.#restedAt = performance.now();
  }
}
