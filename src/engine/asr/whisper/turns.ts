import { GpuStepError } from '../../kernels/index.ts';

interface Laned {
  /** Windows at a time; null while only one is. */
  readonly lanes: number | null;
  /** Leaves the decoder to the sessions, where a GPU failed. */
  leaveGpu?(): void;
}

/** Lets as many windows run at a time as the model has lanes. What a GPU fails at is done again in the other way. */
export class Turns {
  readonly #model: Laned;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(model: Laned) {
    this.#model = model;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#running >= (this.#model.lanes ?? 1)) await this.#next();
    this.#running += 1;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GpuStepError)) throw error;
      console.error(error);
      this.#model.leaveGpu?.();
    } finally {
      this.#running -= 1;
      for (const wake of this.#waiting.splice(0)) wake();
    }
    return this.run(work);
  }

  /** Waits until none runs. */
  async end(): Promise<void> {
    while (this.#running > 0) await this.#next();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
