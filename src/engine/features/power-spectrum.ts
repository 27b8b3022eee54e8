import FFT from 'fft.js';

/**
 * Creates a function that computes the power spectrum |X(k)|² of a real frame of `size` samples (a power of two):
 * `size / 2 + 1` values from 0 Hz to half the sample rate. The next call overwrites the result.
 */
export function createPowerSpectrum(size: number): (frame: Float64Array) => Float64Array {
  const fft = new FFT(size);
  const spectrum = new Float64Array(2 * size);
  const power = new Float64Array(size / 2 + 1);
  return (frame) => {
    fft.realTransform(spectrum, frame);
    for (let bin = 0; bin < power.length; bin++) {
      const real = spectrum[2 * bin] ?? 0;
      const imaginary = spectrum[2 * bin + 1] ?? 0;
      power[bin] = real * real + imaginary * imaginary;
    }
    return power;
  };
}
