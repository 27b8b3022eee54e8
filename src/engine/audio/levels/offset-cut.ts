import { framePower } from '../channels/frame-power.ts';

/** Share of the newest stretch in the offset, which moves slowly. */
const NEWEST_SHARE = 0.2;
/** An offset with less of the power of the loudest sound remains. */
const LEAST_SHARE = 0.02;
/** A smaller one counts beside no voice. */
const LEAST_OFFSET = 0.001;
/** By how much the loudest sound counts less with each stretch, power. */
const FADING = 0.99;

/** Takes a converter's offset out of sound, as far as it counts beside it; other sound remains as it is, bit for bit. */
export class OffsetCut {
  #mean: number | null = null;
  #loudest = 0;
  /** What was taken out at the end of the last stretch. */
  #last: number | null = null;

  /** @param samples the next stretch, a tenth of a second or so */
  push(samples: Float32Array): Float32Array {
    if (samples.length === 0) return samples;
    let sum = 0;
    for (let index = 0; index < samples.length; index++) sum += samples[index] ?? 0;
    const mean = sum / samples.length;
    this.#mean = this.#mean === null ? mean : this.#mean + NEWEST_SHARE * (mean - this.#mean);
    const around = framePower(samples).power - mean * mean;
    this.#loudest = Math.max(this.#loudest * FADING, around);
    const counts = Math.abs(this.#mean) > LEAST_OFFSET && this.#mean ** 2 > LEAST_SHARE * this.#loudest;
    const to = counts ? this.#mean : 0;
    const from = this.#last ?? to;
    this.#last = to;
    if (from === 0 && to === 0) return samples;
    // In a straight line from one to the next: a jump would be a click.
    return samples.map((sample, index) => sample - from - ((to - from) * (index + 1)) / samples.length);
  }
}
