import FFT from 'fft.js';

/**
 * Makes a function that turns one real frame of `size` samples (a power of two) into its power spectrum |X(k)|²:
 * `size / 2 + 1` values, from 0 Hz to half the sample rate. The result is overwritten by the next call.
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
