/**
 * The broker's clock, by what it wrote on rows: members' own clocks may be wrong by hours. Between two rows a monotonic
 * clock counts. One that stops while the device sleeps makes leases look younger, which is the safe side.
 */
export class ServerClock {
  #latest = 0;
  #recognisedAt = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Notes that a row which has just arrived was written then. */
  observe(written: number): void {
    if (written < this.time()) return;
    this.#latest = written;
    this.#recognisedAt = this.now();
  }

  /** Milliseconds since 1970; never later than the broker's, besides the drift of this device's clock. */
  time(): number {
    return this.#latest === 0 ? 0 : this.#latest + (this.now() - this.#recognisedAt);
  }
}
