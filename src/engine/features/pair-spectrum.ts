import FFT from 'fft.js';

/** A frame of 25 ms: 16 × 25 samples, which have no common factor. */
export const PAIR_FRAME_SAMPLES = 400;
const PAIR_BINS = PAIR_FRAME_SAMPLES / 2 + 1;
const SHORT = 16;
const LONG = 25;
const HALF = (LONG - 1) / 2;

const angles = (wave: (angle: number) => number) =>
  Float64Array.from({ length: HALF * (HALF + 1) }, (_, at) => {
    const frequency = Math.floor(at / HALF);
    return wave((2 * Math.PI * frequency * ((at % HALF) + 1)) / LONG);
  });
/** Cosines of frequencies 0 to 12 at samples 1 to 12 of 25. */
const COSINES = angles(Math.cos);
const SINES = angles(Math.sin);

/** Where sample [long, short] is in the frame: 25 × short + 16 × long. */
const SAMPLE_AT = Int32Array.from(
  { length: PAIR_FRAME_SAMPLES },
  (_, at) => (LONG * (at % SHORT) + SHORT * Math.floor(at / SHORT)) % PAIR_FRAME_SAMPLES,
);

/** Where frequency [short, long] is in the spectrum: it is `short` modulo 16 and `long` modulo 25, as 225 is 1 and 0, and 176 is 0 and 1. */
const FREQUENCY_AT = Int32Array.from(
  { length: PAIR_FRAME_SAMPLES },
  (_, at) => (225 * Math.floor(at / LONG) + 176 * (at % LONG)) % PAIR_FRAME_SAMPLES,
);

/** The periodic Hann window, in the same order. */
const HANN = Float64Array.from(
  SAMPLE_AT,
  (at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / PAIR_FRAME_SAMPLES),
);

/**
 * Computes the power spectra |X(k)|² of two Hann frames of 400 samples at once, as the real and the imaginary part of one: transforms of
 * 16 samples (fft.js, which takes powers of two alone), and sums over 25 of them.
 *
 * @see I. J. Good, The interaction algorithm and practical Fourier analysis, 1958: without factors between the two
 */
export class PairSpectrum {
  /** Powers of both frames: 201 values from 0 Hz to half the sample rate. The next call overwrites them. */
  readonly powers = [new Float64Array(PAIR_BINS), new Float64Array(PAIR_BINS)] as const;
  readonly #fft = new FFT(SHORT);
  readonly #samples: number[] = this.#fft.createComplexArray();
  readonly #transformed: number[] = this.#fft.createComplexArray();
  /** [frequency of the short transform, sample of the long one], interleaved. */
  readonly #grid = new Float64Array(2 * PAIR_FRAME_SAMPLES);
  readonly #spectrum = new Float64Array(2 * PAIR_FRAME_SAMPLES);
  /** Sums and differences of the samples that are opposite each other. */
  readonly #folded = new Float64Array(4 * HALF);

  /** Computes the powers of the frames that begin at these samples; after the samples there is silence. */
  transform(samples: Float32Array, first: number, second: number): void {
    for (let long = 0; long < LONG; long++) this.#transformShort(samples, first, second, long);
    for (let short = 0; short < SHORT; short++) this.#transformLong(short);
    this.#separate();
  }

  #transformShort(samples: Float32Array, first: number, second: number, long: number): void {
    for (let short = 0; short < SHORT; short++) {
      const at = SAMPLE_AT[long * SHORT + short] ?? 0;
      const weight = HANN[long * SHORT + short] ?? 0;
      this.#samples[2 * short] = weight * (samples[first + at] ?? 0);
      this.#samples[2 * short + 1] = weight * (samples[second + at] ?? 0);
    }
    this.#fft.transform(this.#transformed, this.#samples);
    for (let short = 0; short < SHORT; short++) {
      const to = 2 * (short * LONG + long);
      this.#grid[to] = this.#transformed[2 * short] ?? 0;
      this.#grid[to + 1] = this.#transformed[2 * short + 1] ?? 0;
    }
  }

  #transformLong(short: number): void {
    const folded = this.#folded;
    const grid = this.#grid;
    const spectrum = this.#spectrum;
    const from = 2 * short * LONG;
    for (let sample = 1; sample <= HALF; sample++) {
      const left = from + 2 * sample;
      const right = from + 2 * (LONG - sample);
      const to = 4 * (sample - 1);
      const leftReal = grid[left] ?? 0;
      const leftImaginary = grid[left + 1] ?? 0;
      const rightReal = grid[right] ?? 0;
      const rightImaginary = grid[right + 1] ?? 0;
      folded[to] = leftReal + rightReal;
      folded[to + 1] = leftImaginary + rightImaginary;
      folded[to + 2] = leftReal - rightReal;
      folded[to + 3] = leftImaginary - rightImaginary;
    }
    for (let frequency = 0; frequency <= HALF; frequency++) {
      let evenReal = grid[from] ?? 0;
      let evenImaginary = grid[from + 1] ?? 0;
      let oddReal = 0;
      let oddImaginary = 0;
      for (let sample = 0; sample < HALF; sample++) {
        const cosine = COSINES[frequency * HALF + sample] ?? 0;
        const sine = SINES[frequency * HALF + sample] ?? 0;
        evenReal += cosine * (folded[4 * sample] ?? 0);
        evenImaginary += cosine * (folded[4 * sample + 1] ?? 0);
        oddReal += sine * (folded[4 * sample + 2] ?? 0);
        oddImaginary += sine * (folded[4 * sample + 3] ?? 0);
      }
      // Frequency 0 has no opposite: both are the same.
      const opposite = frequency === 0 ? 0 : LONG - frequency;
      const to = 2 * (FREQUENCY_AT[short * LONG + frequency] ?? 0);
      const oppositeTo = 2 * (FREQUENCY_AT[short * LONG + opposite] ?? 0);
      spectrum[to] = evenReal + oddImaginary;
      spectrum[to + 1] = evenImaginary - oddReal;
      spectrum[oppositeTo] = evenReal - oddImaginary;
      spectrum[oppositeTo + 1] = evenImaginary + oddReal;
    }
  }

  /** The spectrum of a real frame is even in its real and odd in its imaginary part. */
  #separate(): void {
    const [first, second] = this.powers;
    for (let bin = 0; bin < PAIR_BINS; bin++) {
      const at = 2 * bin;
      const opposite = 2 * ((PAIR_FRAME_SAMPLES - bin) % PAIR_FRAME_SAMPLES);
      const real = this.#spectrum[at] ?? 0;
      const imaginary = this.#spectrum[at + 1] ?? 0;
      const oppositeReal = this.#spectrum[opposite] ?? 0;
      const oppositeImaginary = this.#spectrum[opposite + 1] ?? 0;
      first[bin] = ((real + oppositeReal) ** 2 + (imaginary - oppositeImaginary) ** 2) / 4;
      second[bin] = ((imaginary + oppositeImaginary) ** 2 + (real - oppositeReal) ** 2) / 4;
    }
  }
}
