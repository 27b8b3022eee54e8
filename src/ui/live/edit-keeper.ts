/** A person types on: what they wrote is stored so soon after they pause. */
const DELAY_MS = 400;

/** Stores what a person makes of a session's text while it runs, one write at a time. */
export class EditKeeper {
  readonly #write: () => Promise<void>;
  readonly #onFault: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isNew = false;
  #writing: Promise<void> = Promise.resolve();

  /** @param onFault called with the reason why something could not be stored; the next change, or `flush`, tries again */
  constructor(write: () => Promise<void>, onFault: (error: unknown) => void) {
    this.#write = write;
    this.#onFault = onFault;
  }

  /** Something has changed. */
  touch(): void {
    this.#isNew = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.flush().catch(this.#onFault);
    }, DELAY_MS);
  }

  /** Resolves when all of it is stored; rejects as the write does. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    const writing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        if (!this.#isNew) return;
        this.#isNew = false;
        try {
          await this.#write();
        } catch (error) {
          this.#isNew = true;
          throw error;
        }
      });
    this.#writing = writing;
    return writing;
  }

  /** Stores nothing any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#isNew = false;
  }
}
