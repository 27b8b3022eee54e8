/** The rate is that of the last seconds: it follows a network that becomes slow, and is not moved by one packet. */
const WINDOW_MS = 10_000;
/** Less says nothing about a rate. */
const LEAST_MS = 1_000;
/** Without data for this long, it is reported at the next look at it: within three seconds. */
export const SILENCE_MS = 2_000;

/** Speed of a transfer, from the bytes it has received at each moment. Times in milliseconds of any clock. */
export class TransferRate {
  #samples: { at: number; received: number }[] = [];
  #movedAt: number;

  /** @param at when the transfer began */
  constructor(at: number) {
    this.#movedAt = at;
  }

  /** So many bytes are there now. */
  note(received: number, at: number): void {
    const last = this.#samples.at(-1);
    if (last && received < last.received) this.#samples = [];
    if (!last || received > last.received) this.#movedAt = at;
    this.#samples.push({ at, received });
    const oldest = this.#samples.findLastIndex((sample) => at - sample.at >= WINDOW_MS);
    if (oldest > 0) this.#samples = this.#samples.slice(oldest);
  }

  /** Bytes a second; null while it is unknown. */
  bytesPerSecond(at: number): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last) return null;
    const ms = Math.max(last.at, at) - first.at;
    return ms < LEAST_MS || last.received <= first.received
      ? null
      : ((last.received - first.received) * 1000) / ms;
  }

  /** Seconds until `total` bytes are there; null while that is unknown. */
  secondsLeft(total: number, at: number): number | null {
    const rate = this.bytesPerSecond(at);
    const received = this.#samples.at(-1)?.received ?? 0;
    return rate === null ? null : Math.max(0, (total - received) / rate);
  }

  /** Whether nothing has arrived for so long that it is reported. */
  isSilent(at: number): boolean {
    return at - this.#movedAt >= SILENCE_MS;
  }
}
