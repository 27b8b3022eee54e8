import { waitFor } from '../../src/lib/wait-for.ts';

/** What measures how long live text takes; seconds from its beginning. */
interface Clock {
  readonly now: number;
  waitUntil(seconds: number): Promise<void>;
  /** Seconds that the work takes. */
  timeOf(work: () => Promise<void>): Promise<number>;
}

export class WallClock implements Clock {
  readonly #began = performance.now();

  get now(): number {
    return (performance.now() - this.#began) / 1000;
  }

  async waitUntil(seconds: number): Promise<void> {
    await waitFor(Math.max((seconds - this.now) * 1000, 0));
  }

  async timeOf(work: () => Promise<void>): Promise<number> {
    const start = this.now;
    await work();
    return this.now - start;
  }
}

/** As on a machine that does nothing else: work takes the time of the processor, and waiting takes none. */
export class ProcessorClock implements Clock {
  #time = 0;
  /** Of the processor, when the present work began. */
  #began: number | null = null;

  get now(): number {
    return this.#time + (this.#began === null ? 0 : processorSeconds() - this.#began);
  }

  async waitUntil(seconds: number): Promise<void> {
    this.#time = Math.max(this.#time, seconds);
  }

  async timeOf(work: () => Promise<void>): Promise<number> {
    const start = this.#time;
    this.#began = processorSeconds();
    await work();
    this.#time = this.now;
    this.#began = null;
    return this.#time - start;
  }
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
