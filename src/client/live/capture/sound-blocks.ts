/** A stretch of captured sound, as the worklet hands it to the page. */
export interface SoundBlock {
  /** 16-bit samples, the channels interleaved. */
  samples: Int16Array<ArrayBuffer>;
  /** Root mean square of each channel, 0 to 1. */
  levels: number[];
  /** Seconds for which each channel has been exactly zero. */
  zeros: number[];
}

/** Rates that a live session takes, in Hz. */
const RATES = [16_000, 32_000, 44_100, 48_000];
/** Seconds of a block: what a page that ends can lose beside the stored seconds. */
const BLOCK_SECONDS = 0.1;

/**
 * How samples of a device's rate reach a rate that a session takes: each is repeated, or the mean of several is taken. What is not below
 * 8 kHz then is filtered out where the session resamples. Null for a rate that no whole number leads to.
 */
export function rateSteps(rate: number): { rate: number; repeat: number; mean: number } | null {
  const up = RATES.find((one) => one % rate === 0);
  if (up !== undefined) return { rate: up, repeat: up / rate, mean: 1 };
  const down = RATES.findLast((one) => rate % one === 0);
  return down === undefined ? null : { rate: down, repeat: 1, mean: rate / down };
}

/** Joins the short quanta of an audio graph to blocks of 16-bit samples. */
export class SoundBlocks {
  readonly #channels: number;
  readonly #repeat: number;
  readonly #mean: number;
  readonly #rate: number;
  readonly #done: (block: SoundBlock) => void;
  readonly #samples: Int16Array<ArrayBuffer>;
  /** Samples of each channel in the block so far. */
  #count = 0;
  readonly #power: number[];
  /** Samples for which each channel has been zero. */
  readonly #zeros: number[];
  /** Sums of samples that make one, and how many they are. */
  readonly #sums: number[];
  #summed = 0;

  /** @param rate of what comes, in Hz; throws if `rateSteps` has none for it */
  constructor(channels: number, rate: number, done: (block: SoundBlock) => void) {
    const steps = rateSteps(rate);
    if (!steps) throw new RangeError(`No session takes sound of ${rate} Hz.`);
    this.#channels = channels;
    this.#rate = steps.rate;
    this.#repeat = steps.repeat;
    this.#mean = steps.mean;
    this.#done = done;
    this.#samples = new Int16Array(Math.round(steps.rate * BLOCK_SECONDS) * channels);
    const zeros = () => Array.from({ length: channels }, () => 0);
    [this.#power, this.#zeros, this.#sums] = [zeros(), zeros(), zeros()];
  }

  /** @param inputs samples of each channel, −1 to 1; a channel without any is silent */
  push(inputs: readonly (Float32Array | undefined)[], length: number): void {
    for (let at = 0; at < length; at++) {
      for (let channel = 0; channel < this.#channels; channel++)
        this.#sums[channel] = (this.#sums[channel] ?? 0) + (inputs[channel]?.[at] ?? 0);
      if (++this.#summed === this.#mean) this.#take();
    }
  }

  /** Hands over what is left of a block. */
  flush(): void {
    if (this.#count === 0) return;
    const frames = this.#count;
    this.#done({
      samples: this.#samples.slice(0, frames * this.#channels),
      levels: this.#power.map((power) => Math.sqrt(power / frames)),
      zeros: this.#zeros.map((samples) => samples / this.#rate),
    });
    this.#count = 0;
    this.#power.fill(0);
  }

  #take(): void {
    for (let again = 0; again < this.#repeat; again++) {
      for (let channel = 0; channel < this.#channels; channel++) {
        const value = Math.max(-1, Math.min(1, (this.#sums[channel] ?? 0) / this.#mean));
        this.#samples[this.#count * this.#channels + channel] = Math.round(value * 32_767);
        this.#power[channel] = (this.#power[channel] ?? 0) + value * value;
        this.#zeros[channel] = value === 0 ? (this.#zeros[channel] ?? 0) + 1 : 0;
      }
      if (++this.#count * this.#channels === this.#samples.length) this.flush();
    }
    this.#sums.fill(0);
    this.#summed = 0;
  }
}
