import FFT from 'fft.js';
import { concatenate } from '../../../lib/bytes/concatenate.ts';
import { framePower } from '../channels/frame-power.ts';
import { SAMPLE_RATE } from '../windows/speech-window.ts';

/** Samples of a frame, and between two: fine enough to part the multiples of 50 Hz. */
const FRAME = 4096;
const HOP = FRAME / 2;
const BINS = HOP + 1;
/** Frames before and after the current one that the noise is measured in: 8 s and 2 s. The output is late by the latter. */
const FRAMES_BEFORE = 64;
const FRAMES_AFTER = 16;
/** Noise changes slowly: it is measured anew after so many frames, from every second frame. */
const FRAMES_PER_MEASURE = 8;
const MEASURED_STEP = 2;
/** In less than two seconds a voice may be steady, too. */
const LEAST_MEASURED = 8;
/** Ratio of the power of loud frames to quiet ones above which no noise drowns the voice, and nothing is computed. */
const DROWNING_RATIO = 10 ** 1.2;
/** A frequency whose loud frames exceed the ordinary ones by less is steady, as a voice never is: power. */
const STEADY_RATIO = 10 ** 0.9;
const ORDINARY_SHARE = 0.5;
const LOUD_SHARE = 0.9;
/** The noise is brought to what is left of the quieter frequencies of a voice in pauses: shares of the time and of the frequencies. */
const QUIET_TIME = 0.1;
const QUIET_SHARE = 0.25;
const VOICE_BINS = [300, 4_000].map((hertz) => Math.round((hertz * FRAME) / SAMPLE_RATE));
/** Where more of them are steady, their own quieter frequencies say what is loud: noise of all frequencies remains. */
const MOST_STEADY_SHARE = 0.5;
const LEAST_FACTOR = 10 ** (-50 / 20);

/** A Hann window: frames that overlap by half add up to the signal. Loud tones remain in a few bins. */
const WINDOW = Float64Array.from(
  { length: FRAME },
  (_, index) => Math.sin((Math.PI * (index + 0.5)) / FRAME) ** 2,
);

/** Samples as recorded and the same ones without steady noise, equally long. */
export interface Cleaned {
  whole: Float32Array;
  voice: Float32Array;
}

/** What is framed at a time, under the window. */
interface Frame {
  samples: Float32Array;
  power: number;
  /** Power of each bin, once it was asked for. */
  bins: Float32Array | null;
}

/**
 * Takes noise out of a voice that remains as it is while the voice changes: rumble, hum, whistles, the pulses of a telephone.
 * One filter for each second, so that what is left of the voice sounds as before. Samples are late by up to 2.3 s.
 */
export class SteadyNoise {
  readonly #fft = new FFT(FRAME);
  readonly #complex = new Float64Array(2 * FRAME);
  readonly #inverse = new Float64Array(2 * FRAME);
  /** Samples of the next frame; the sound begins in the middle of the first one. */
  #unframed: Float32Array = new Float32Array(HOP);
  /** Samples that were not yet returned. */
  #whole: Float32Array = new Float32Array(0);
  /** Frames that wait for what follows. */
  readonly #waiting: Frame[] = [];
  /** Frames that the noise is measured in. */
  readonly #measured: Frame[] = [];
  #framed = 0;
  #filtered = 0;
  /** Factor of each bin; null where nothing is removed. */
  #factors: Float64Array | null = null;
  /** Second half of the last filtered frame. */
  readonly #overlap = new Float64Array(HOP);

  /**
   * Takes samples and returns those that are ready.
   *
   * @param voice the same ones without what was taken out of them before, from which the noise is taken
   */
  push({ whole, voice }: Cleaned): Cleaned {
    this.#whole = concatenate([this.#whole, whole]);
    return this.#take(this.#filterBehind(voice, FRAMES_AFTER));
  }

  /** The remaining samples, at the end. */
  finish(): Cleaned {
    return this.#take(this.#filterBehind(new Float32Array(FRAME), 0));
  }

  /** The filtered frames that so many follow. */
  #filterBehind(samples: Float32Array, following: number): Float32Array[] {
    this.#unframed = concatenate([this.#unframed, samples]);
    const ready: Float32Array[] = [];
    let at = 0;
    for (; at + FRAME <= this.#unframed.length; at += HOP) {
      this.#frame(this.#unframed.subarray(at, at + FRAME));
      if (this.#waiting.length > FRAMES_AFTER) ready.push(...this.#filter());
    }
    this.#unframed = this.#unframed.slice(at);
    while (this.#waiting.length > following) ready.push(...this.#filter());
    return ready;
  }

  #take(filtered: readonly Float32Array[]): Cleaned {
    const joined = concatenate(filtered);
    const voice = joined.subarray(0, this.#whole.length);
    const whole = this.#whole.subarray(0, voice.length);
    this.#whole = this.#whole.slice(voice.length);
    return { whole, voice };
  }

  #frame(samples: Float32Array): void {
    const windowed = samples.map((sample, index) => sample * (WINDOW[index] ?? 0));
    const frame = { samples: windowed, power: framePower(windowed).power, bins: null };
    this.#waiting.push(frame);
    if (this.#framed++ % MEASURED_STEP !== 0) return;
    this.#measured.push(frame);
    if (this.#measured.length > (FRAMES_BEFORE + FRAMES_AFTER) / MEASURED_STEP) this.#measured.shift();
  }

  /** The samples that the next frame completes; none of the first one. */
  #filter(): Float32Array[] {
    const frame = this.#waiting.shift();
    if (!frame) return [];
    if (this.#filtered % FRAMES_PER_MEASURE === 0) this.#factors = this.#measure();
    const samples = new Float32Array(HOP);
    const filtered = this.#factors ? this.#withFactors(frame.samples, this.#factors) : frame.samples;
    for (let index = 0; index < HOP; index++) {
      samples[index] = (this.#overlap[index] ?? 0) + (filtered[index] ?? 0);
      this.#overlap[index] = filtered[HOP + index] ?? 0;
    }
    return this.#filtered++ === 0 ? [] : [samples];
  }

  #withFactors(samples: Float32Array, factors: Float64Array): Float64Array {
    this.#fft.realTransform(this.#complex, samples);
    for (let bin = 0; bin < BINS; bin++) {
      const factor = factors[bin] ?? 1;
      this.#complex[2 * bin] = (this.#complex[2 * bin] ?? 0) * factor;
      this.#complex[2 * bin + 1] = (this.#complex[2 * bin + 1] ?? 0) * factor;
    }
    this.#fft.completeSpectrum(this.#complex);
    this.#fft.inverseTransform(this.#inverse, this.#complex);
    return this.#inverse.filter((_, index) => index % 2 === 0);
  }

  #binsOf(frame: Frame): Float32Array {
    if (frame.bins) return frame.bins;
    this.#fft.realTransform(this.#complex, frame.samples);
    const bins = new Float32Array(BINS);
    for (let bin = 0; bin < BINS; bin++) {
      bins[bin] = (this.#complex[2 * bin] ?? 0) ** 2 + (this.#complex[2 * bin + 1] ?? 0) ** 2;
    }
    frame.bins = bins;
    return bins;
  }

  /** Whether the level never falls, as under noise that is louder than the voice. */
  get #mayDrown(): boolean {
    const powers = Float64Array.from(this.#measured, ({ power }) => power).sort();
    return share(powers, LOUD_SHARE) < share(powers, QUIET_TIME) * DROWNING_RATIO;
  }

  /** What to keep of each bin; null for all of it. */
  #measure(): Float64Array | null {
    const count = this.#measured.length;
    if (count < LEAST_MEASURED) return this.#factors;
    if (!this.#mayDrown) return null;
    const powers = this.#measured.map((frame) => this.#binsOf(frame));
    const steady = new Float64Array(BINS);
    const middles = new Float64Array(BINS);
    const quiet = new Float64Array(BINS);
    const sorted = new Float32Array(count);
    for (let bin = 0; bin < BINS; bin++) {
      for (let index = 0; index < count; index++) sorted[index] = powers[index]?.[bin] ?? 0;
      sorted.sort();
      const middle = share(sorted, ORDINARY_SHARE);
      middles[bin] = middle;
      if (share(sorted, LOUD_SHARE) < middle * STEADY_RATIO) steady[bin] = middle;
      quiet[bin] = share(sorted, QUIET_TIME);
    }
    const [from, to] = VOICE_BINS;
    const inVoice = steady.subarray(from, to);
    const isAllSteady = inVoice.filter((power) => power > 0).length > inVoice.length * MOST_STEADY_SHARE;
    const wanted = share((isAllSteady ? middles : quiet).slice(from, to).sort(), QUIET_SHARE);
    return steady.map((power) => (power > wanted ? Math.max(Math.sqrt(wanted / power), LEAST_FACTOR) : 1));
  }
}

const share = (sorted: Float32Array | Float64Array, part: number): number =>
  sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0;
