/** The most recent samples of one channel, addressed by their position in the file. */
export class PcmHistory {
  #samples = new Float32Array(16_384);
  #length = 0;
  #start: number;

  /** `start`: position of the first sample to be appended. */
  constructor(start: number) {
    this.#start = start;
  }

  /** Position of the first sample still stored. */
  get start(): number {
    return this.#start;
  }

  /** Position after the last sample. */
  get end(): number {
    return this.#start + this.#length;
  }

  append(samples: Float32Array): void {
    const needed = this.#length + samples.length;
    if (needed > this.#samples.length) {
      const larger = new Float32Array(Math.max(needed, this.#samples.length * 2));
      larger.set(this.#samples.subarray(0, this.#length));
      this.#samples = larger;
    }
    this.#samples.set(samples, this.#length);
    this.#length = needed;
  }

  /** A view, valid until the next call that changes the history; clipped to what is stored. */
  read(from: number, to: number): Float32Array {
    const first = Math.max(0, from - this.#start);
    return this.#samples.subarray(first, Math.max(first, Math.min(this.#length, to - this.#start)));
  }

  forgetBefore(place: number): void {
    const drop = Math.min(this.#length, Math.max(0, place - this.#start));
    if (drop === 0) return;
    this.#samples.copyWithin(0, drop, this.#length);
    this.#length -= drop;
    this.#start += drop;
  }
}
