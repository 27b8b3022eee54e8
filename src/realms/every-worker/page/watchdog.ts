/** What a watchdog needs of the time; tests bring their own. */
export interface WatchTime {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Calls `tick` about every `ms` until the returned function is called. */
  every(ms: number, tick: () => void): () => void;
}

export const realTime: WatchTime = {
  now: () => performance.now(),
  every(ms, tick) {
    const timer = setInterval(tick, ms);
    return () => clearInterval(timer);
  },
};

const LONGEST_TICK_MS = 5_000;
const TICKS_PER_LIMIT = 10;

/** Notices work without a sign of life for `limitMs`. Sleep and throttling of the tab hardly count. */
export class Watchdog {
  #silentMs = 0;
  #longestMs = 0;
  #countedTo: number;
  readonly #tickMs: number;
  readonly #time: WatchTime;
  readonly #stop: () => void;

  constructor(limitMs: number, onSilence: () => void, time: WatchTime = realTime) {
    this.#tickMs = Math.min(LONGEST_TICK_MS, limitMs / TICKS_PER_LIMIT);
    this.#time = time;
    this.#countedTo = time.now();
    this.#stop = time.every(this.#tickMs, () => {
      this.#count();
      if (this.#silentMs < limitMs) return;
      this.#stop();
      onSilence();
    });
  }

  /** A sign of life. */
  pat(): void {
    this.#count();
    this.#silentMs = 0;
  }

  /** Ends the watch; returns the longest silence in milliseconds. */
  end(): number {
    this.#count();
    this.#stop();
    return this.#longestMs;
  }

  #count(): void {
    const now = this.#time.now();
    this.#silentMs += Math.min(now - this.#countedTo, 2 * this.#tickMs);
    this.#longestMs = Math.max(this.#longestMs, this.#silentMs);
    this.#countedTo = now;
  }
}

/** Limits of how long a piece of work may be silent, in milliseconds. */
export interface Patience {
  /** At least, for a worker's first piece: a slow device loads and warms up. */
  firstMs: number;
  /** For all that follow, at least. */
  leastMs: number;
  /** Times the slowest so far. */
  factor: number;
}

export const PATIENCE: Patience = { firstMs: 300_000, leastMs: 60_000, factor: 10 };

/** How long the next of many similar pieces of work may take, judged by those before. */
export class PaceLimit {
  #slowestMs = 0;
  #isFirst = true;

  constructor(readonly patience: Patience = PATIENCE) {}

  get limitMs(): number {
    const { firstMs, leastMs, factor } = this.patience;
    return Math.max(this.#isFirst ? firstMs : leastMs, factor * this.#slowestMs);
  }

  /** Notes how long a finished piece was silent. */
  note(ms: number): void {
    this.#slowestMs = Math.max(this.#slowestMs, ms);
    this.#isFirst = false;
  }

  /** The next piece is the first one of a new worker. */
  renew(): void {
    this.#isFirst = true;
  }
}
