import FFT from 'fft.js';
import { SAMPLE_RATE } from '../windows/speech-window.ts';

/** Pairs of samples are compared: what shows delays is below 4 kHz. */
const STEP = 2;
const SIZE = 16_384;
/** Samples that are compared: 2 s. */
export const COMPARED_SAMPLES = SIZE * STEP;
/** Longest delay that is looked for: the echo of a call. */
export const MOST_DELAY = SAMPLE_RATE / 2;
/** A reference may also come this much later than the channel that has some of it. */
export const MOST_LEAD = 512;
/** Height of the peak from which on it is no chance; 1 if everything is one sound. */
const LEAST_LIKENESS = 0.07;

const BINS_PER_HZ = COMPARED_SAMPLES / SAMPLE_RATE;
const FIRST_BIN = Math.round(200 * BINS_PER_HZ);
const LAST_BIN = Math.round(3_600 * BINS_PER_HZ);

let fft: FFT | undefined;

/** @param samples `COMPARED_SAMPLES` of them */
export function comparedSpectrum(samples: Float32Array): Float32Array {
  fft ??= new FFT(SIZE);
  const halved = new Float32Array(SIZE);
  for (let at = 0; at < SIZE; at++) {
    halved[at] = (samples[STEP * at] ?? 0) + (samples[STEP * at + 1] ?? 0);
  }
  const spectrum = new Float32Array(2 * SIZE);
  fft.realTransform(spectrum, halved);
  return spectrum;
}

/**
 * By how many samples a second sound is later than a first one that it contains, and the other way round: the peak of
 * the correlation in which all frequencies count alike (GCC-PHAT). Null if there is none.
 */
export function findDelays(
  first: Float32Array,
  second: Float32Array,
): { ofSecond: number | null; ofFirst: number | null } {
  fft ??= new FFT(SIZE);
  const cross = new Float32Array(2 * SIZE);
  let bins = 0;
  for (let bin = FIRST_BIN; bin < LAST_BIN; bin++) {
    const a = first[2 * bin] ?? 0;
    const b = first[2 * bin + 1] ?? 0;
    const c = second[2 * bin] ?? 0;
    const d = second[2 * bin + 1] ?? 0;
    const real = a * c + b * d;
    const imaginary = a * d - b * c;
    const size = Math.sqrt(real * real + imaginary * imaginary);
    if (size === 0) continue;
    bins += 1;
    cross[2 * bin] = real / size;
    cross[2 * bin + 1] = imaginary / size;
  }
  const likeness = new Float32Array(2 * SIZE);
  fft.inverseTransform(likeness, cross);
  const least = (LEAST_LIKENESS * bins) / SIZE;
  const peak = (direction: 1 | -1): number | null => {
    let best: number | null = null;
    let highest = least;
    for (let delay = -MOST_LEAD / STEP; delay <= MOST_DELAY / STEP; delay++) {
      const at = (direction * delay + SIZE) % SIZE;
      const value = Math.abs(likeness[2 * at] ?? 0);
      if (value <= highest) continue;
      highest = value;
      best = delay * STEP;
    }
    return best;
  };
  return { ofSecond: peak(1), ofFirst: peak(-1) };
}
