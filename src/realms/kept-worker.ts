import type { WorkerHandle } from './worker-handle.ts';

/** How long an idle worker is kept for the next job: starting one takes longer than a short job's work. */
const IDLE_MS = 120_000;

/** At most one idle worker of a kind. Return what is taken with `keep` or terminate it. */
export class KeptWorker<Api> {
  readonly #start: () => WorkerHandle<Api>;
  #idle: WorkerHandle<Api> | null = null;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(start: () => WorkerHandle<Api>) {
    this.#start = start;
  }

  get hasIdle(): boolean {
    // It may have died unnoticed.
    return this.#idle !== null && !this.#idle.ended;
  }

  /** The idle worker, or a new one. */
  take(): WorkerHandle<Api> {
    clearTimeout(this.#leaving);
    const kept = this.#idle;
    this.#idle = null;
    return kept && !kept.ended ? kept : this.#start();
  }

  /** Keeps a worker that has nothing left to do for the next job. */
  keep(worker: WorkerHandle<Api>): void {
    if (worker !== this.#idle) this.#idle?.terminate();
    this.#idle = worker;
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => {
      this.#idle?.terminate();
      this.#idle = null;
    }, IDLE_MS);
  }
}
