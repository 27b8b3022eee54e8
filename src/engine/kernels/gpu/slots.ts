/** Numbers of places, each used once at a time. A request waits while too few are free. */
export class Slots {
  readonly #free: number[];
  readonly count: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number, first = 0) {
    this.count = count;
    this.#free = Array.from({ length: count }, (_, at) => first + count - 1 - at);
  }

  /** Takes several at once. Throws RangeError if there are never as many. */
  async take(count = 1): Promise<number[]> {
    if (count > this.count)
      throw new RangeError(`The GPU has room for ${this.count} texts at once, not ${count}.`);
    while (this.#free.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#free.splice(-count);
  }

  leave(slots: readonly number[]): void {
    this.#free.push(...slots);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
