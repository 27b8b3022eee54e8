import FFT from 'fft.js';
import { SAMPLE_RATE } from '../windows/speech-window.ts';

/** Samples of a frame, and between the middles of two: 64 and 32 ms. */
export const FRAME_SAMPLES = 1024;
export const HOP_SAMPLES = 512;
export const BINS = FRAME_SAMPLES / 2 + 1;

/** The bins by which speech is recognised: 200 to 4,000 Hz. */
export const FIRST_BIN = Math.round((200 * FRAME_SAMPLES) / SAMPLE_RATE);
export const LAST_BIN = Math.round((4_000 * FRAME_SAMPLES) / SAMPLE_RATE);

/** Real and imaginary part of each bin in turn. */
export type Spectrum = Float32Array;

const fft = new FFT(FRAME_SAMPLES);
const frame = new Float32Array(FRAME_SAMPLES);
const complex = new Float64Array(2 * FRAME_SAMPLES);
const inverse = new Float64Array(2 * FRAME_SAMPLES);
/** The root of a Hann window: applied twice, frames that overlap by half add up to the signal. */
const WINDOW = Float32Array.from({ length: FRAME_SAMPLES }, (_, index) =>
  Math.sin((Math.PI * (index + 0.5)) / FRAME_SAMPLES),
);

/** @param samples of one frame */
export function spectrumOf(samples: Float32Array): Spectrum {
  for (let index = 0; index < FRAME_SAMPLES; index++) {
    frame[index] = (samples[index] ?? 0) * (WINDOW[index] ?? 0);
  }
  fft.realTransform(complex, frame);
  return Float32Array.from(complex.subarray(0, 2 * BINS));
}

/** The frame of a spectrum, to be added to its neighbours; valid until the next call. */
export function frameOf(spectrum: Spectrum): Float32Array {
  complex.set(spectrum);
  fft.completeSpectrum(complex);
  fft.inverseTransform(inverse, complex);
  for (let index = 0; index < FRAME_SAMPLES; index++) {
    frame[index] = (inverse[2 * index] ?? 0) * (WINDOW[index] ?? 0);
  }
  return frame;
}

/** Power of a spectrum in the band of speech. */
export function speechPower(spectrum: Spectrum): number {
  let power = 0;
  for (let at = 2 * FIRST_BIN; at < 2 * LAST_BIN; at++) power += (spectrum[at] ?? 0) ** 2;
  return power;
}
