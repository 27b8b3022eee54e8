import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import type { Features } from './kaldi-fbank.ts';
import { filterEnergy, slaneyMelFilters } from './mel-filter-bank.ts';
import { createPowerSpectrum } from './power-spectrum.ts';

const FFT_SIZE = 2048;
const HOP_SAMPLES = 512;
const MEL_BINS = 128;
const COEFFICIENTS = 40;
/** Power floor; −100 dB of full scale. */
const POWER_FLOOR = 1e-10;
/** Values are at most this many dB below the loudest. */
const RANGE_DB = 80;

/** Periodic Hann window. */
const window = Float64Array.from(
  { length: FFT_SIZE },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / FFT_SIZE),
);

const filters = slaneyMelFilters({
  filters: MEL_BINS,
  fftSize: FFT_SIZE,
  sampleRate: SAMPLE_RATE,
  lowHz: 0,
  highHz: SAMPLE_RATE / 2,
});

/** The orthonormal DCT-II over the mel bins, row-major [40, 128]. */
const cosines = Float64Array.from({ length: COEFFICIENTS * MEL_BINS }, (_, index) => {
  const [row, bin] = [Math.floor(index / MEL_BINS), index % MEL_BINS];
  const scale = Math.sqrt((row === 0 ? 1 : 2) / MEL_BINS);
  return scale * Math.cos((Math.PI * row * (2 * bin + 1)) / (2 * MEL_BINS));
});

const powerSpectrum = createPowerSpectrum(FFT_SIZE);

/** Mel power in dB, row-major [frames, 128]. */
function melDecibels(pcm: Float32Array, frames: number): Float64Array {
  const frame = new Float64Array(FFT_SIZE);
  const decibels = new Float64Array(frames * MEL_BINS);
  let loudest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < frames; index++) {
    const start = index * HOP_SAMPLES - FFT_SIZE / 2;
    // Silence surrounds the signal.
    for (let at = 0; at < FFT_SIZE; at++) frame[at] = (pcm[start + at] ?? 0) * (window[at] ?? 0);
    const power = powerSpectrum(frame);
    filters.forEach((filter, bin) => {
      const value = 10 * Math.log10(Math.max(filterEnergy(filter, power), POWER_FLOOR));
      decibels[index * MEL_BINS + bin] = value;
      loudest = Math.max(loudest, value);
    });
  }
  return decibels.map((value) => Math.max(value, loudest - RANGE_DB));
}

/**
 * Mel-frequency cepstral coefficients with librosa's defaults (librosa.feature.mfcc, librosa 0.10): periodic Hann
 * frames of 2048 samples centred every 512, silence around the signal, 128 Slaney mel filters up to 8 kHz, power in
 * dB with a range of 80 dB, orthonormal DCT-II.
 *
 * @param pcm mono, 16 kHz, ±1
 * @returns 1 + floor(samples / 512) frames of 40 values
 */
export function librosaMfcc(pcm: Float32Array): Features {
  const frames = 1 + Math.floor(pcm.length / HOP_SAMPLES);
  const decibels = melDecibels(pcm, frames);
  const data = new Float32Array(frames * COEFFICIENTS);
  for (let frame = 0; frame < frames; frame++) {
    for (let coefficient = 0; coefficient < COEFFICIENTS; coefficient++) {
      let sum = 0;
      for (let bin = 0; bin < MEL_BINS; bin++) {
        sum += (cosines[coefficient * MEL_BINS + bin] ?? 0) * (decibels[frame * MEL_BINS + bin] ?? 0);
      }
      data[frame * COEFFICIENTS + coefficient] = sum;
    }
  }
  return { frames, bins: COEFFICIENTS, data };
}
