import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import { filterEnergy, slaneyMelFilters } from './mel-filter-bank.ts';
import { createPowerSpectrum } from './power-spectrum.ts';

const WINDOW_SAMPLES = 400;
/** Samples from one frame to the next. */
export const MEL_HOP_SAMPLES = 160;
const FFT_SIZE = 512;
const PRE_EMPHASIS = 0.97;
const LOG_GUARD = 2 ** -24;
const STD_GUARD = 1e-5;

/** Values bin by bin. */
export interface LogMel {
  frames: number;
  bins: number;
  /** Row-major [bins, frames]. */
  data: Float32Array;
}

/** Symmetric 25 ms Hann window, centred in the FFT frame. */
const WINDOW_OFFSET = (FFT_SIZE - WINDOW_SAMPLES) / 2;
const window = Float64Array.from(
  { length: WINDOW_SAMPLES },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / (WINDOW_SAMPLES - 1)),
);

/** Each bin with mean 0 and standard deviation 1 over the frames; `rows` is [frames, bins], the result [bins, frames]. */
function normalisedBins(rows: Float32Array, frames: number, bins: number): Float32Array {
  const data = new Float32Array(rows.length);
  for (let bin = 0; bin < bins; bin++) {
    const row = data.subarray(bin * frames, (bin + 1) * frames);
    for (let frame = 0; frame < frames; frame++) row[frame] = rows[frame * bins + bin] ?? 0;
    const mean = row.reduce((sum, value) => sum + value, 0) / frames;
    const squares = row.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const scale = Math.sqrt(squares / Math.max(frames - 1, 1)) + STD_GUARD;
    for (let frame = 0; frame < frames; frame++) row[frame] = ((row[frame] ?? 0) - mean) / scale;
  }
  return data;
}

/**
 * Frames of NeMo's log-mel spectrogram (AudioToMelSpectrogramPreprocessor without dither) before any normalisation:
 * pre-emphasis 0.97, 25 ms Hann frames every 10 ms with silence around the samples, 512-point power spectrum, Slaney's
 * mel filters up to 8 kHz, log(x + 2⁻²⁴).
 *
 * @param pcm mono, 16 kHz, ±1
 * @param first sample at the middle of the first frame
 * @returns row-major [frames, bins]
 */
export function nemoMelFrames(pcm: Float32Array, first: number, frames: number, bins = 128): Float32Array {
  const filters = slaneyMelFilters({
    filters: bins,
    fftSize: FFT_SIZE,
    sampleRate: SAMPLE_RATE,
    lowHz: 0,
    highHz: SAMPLE_RATE / 2,
  });
  const powerSpectrum = createPowerSpectrum(FFT_SIZE);
  const frame = new Float64Array(FFT_SIZE);
  const rows = new Float32Array(frames * bins);
  for (let index = 0; index < frames; index++) {
    const startSample = first + index * MEL_HOP_SAMPLES - WINDOW_SAMPLES / 2;
    for (let offset = 0; offset < WINDOW_SAMPLES; offset++) {
      const at = startSample + offset;
      const raised = at < 0 ? 0 : (pcm[at] ?? 0) - (at > 0 ? PRE_EMPHASIS * (pcm[at - 1] ?? 0) : 0);
      frame[WINDOW_OFFSET + offset] = (at < pcm.length ? raised : 0) * (window[offset] ?? 0);
    }
    const power = powerSpectrum(frame);
    filters.forEach((filter, bin) => {
      rows[index * bins + bin] = Math.log(filterEnergy(filter, power) + LOG_GUARD);
    });
  }
  return rows;
}

/**
 * The same over a whole signal (`normalize: per_feature`): each bin is normalised over time.
 *
 * @returns floor(samples / 160) frames of `bins` values
 */
export function nemoLogMel(pcm: Float32Array, bins = 128): LogMel {
  const frames = Math.floor(pcm.length / MEL_HOP_SAMPLES);
  return { frames, bins, data: normalisedBins(nemoMelFrames(pcm, 0, frames, bins), frames, bins) };
}
