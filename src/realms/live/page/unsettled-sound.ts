/** The sound of a session that may be needed again: from the last second at which all channels have their words. */
export class UnsettledSound {
  #pieces: Float32Array[][] = [];
  /** Sample of the session at which the first piece starts, and after the last. */
  #start = 0;
  #end = 0;

  constructor(private readonly sampleRate: number) {}

  /** Sample of the session after the last. */
  get end(): number {
    return this.#end;
  }

  /** @param channels equally many samples in each */
  push(channels: Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    if (length === 0) return;
    this.#pieces.push(channels);
    this.#end += length;
  }

  /** The first sample that is kept at or before this second. */
  sampleAt(seconds: number): number {
    return Math.min(Math.max(Math.floor(seconds * this.sampleRate), this.#start), this.#end);
  }

  /** A copy of what is behind this sample, of at most so many seconds. */
  from(sample: number, mostSeconds: number): Float32Array[] {
    const length = Math.min(this.#end - sample, Math.round(mostSeconds * this.sampleRate));
    const channels = (this.#pieces[0] ?? []).map(() => new Float32Array(length));
    let at = this.#start - sample;
    for (const piece of this.#pieces) {
      const size = piece[0]?.length ?? 0;
      if (at + size > 0 && at < length) {
        for (const [index, channel] of channels.entries()) {
          const from = Math.max(-at, 0);
          const part = piece[index]?.subarray(from, Math.min(size, length - at));
          channel.set(part ?? new Float32Array(0), Math.max(at, 0));
        }
      }
      at += size;
    }
    return channels;
  }

  /** Lets go of whole pieces before this second. */
  forgetBefore(seconds: number): void {
    const sample = Math.floor(seconds * this.sampleRate);
    for (let [first] = this.#pieces; first; [first] = this.#pieces) {
      const size = first[0]?.length ?? 0;
      if (this.#start + size > sample) return;
      this.#pieces.shift();
      this.#start += size;
    }
  }
}
