import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import { filterEnergy, slaneyMelFilters } from './mel-filter-bank.ts';
import { PAIR_FRAME_SAMPLES, PairSpectrum } from './pair-spectrum.ts';

const HOP_SAMPLES = 160;
const LEAST_ENERGY = 1e-10;
/** What is softer than the loudest by more decades is as soft. */
const DECADES = 8;
/**
 * Whisper's log-mel spectrogram: Hann frames of 25 ms every 10 ms, Slaney's mel filters up to 8 kHz, log₁₀ of at least the loudest
 * minus 8, plus 4, divided by 4.
 *
 * @param pcm mono, 16 kHz, ±1
 * @param samples how many the features cover, with silence behind the audio; a multiple of 160
 * @param bins 80, or 128 since large-v3
 * @returns row-major [bins, samples / 160]
 * @see Radford et al., Robust Speech Recognition via Large-Scale Weak Supervision, 2022
 */
export function whisperLogMel(pcm: Float32Array, samples: number, bins: number): Float32Array {
  const frames = Math.floor(samples / HOP_SAMPLES);
  const logs = new Float32Array(bins * frames).fill(Math.log10(LEAST_ENERGY));
  const filters = slaneyMelFilters({
    filters: bins,
    fftSize: PAIR_FRAME_SAMPLES,
    sampleRate: SAMPLE_RATE,
    lowHz: 0,
    highHz: SAMPLE_RATE / 2,
  });
  const padded = withMirroredEnds(pcm.subarray(0, samples), samples);
  const spectrum = new PairSpectrum();
  let loudest = Math.log10(LEAST_ENERGY);
  // Behind the audio there is nothing to compute.
  const heard = Math.min(Math.ceil((pcm.length + PAIR_FRAME_SAMPLES) / HOP_SAMPLES), frames);
  for (let frame = 0; frame < heard; frame += 2) {
    spectrum.transform(padded, frame * HOP_SAMPLES, (frame + 1) * HOP_SAMPLES);
    for (const [offset, power] of spectrum.powers.entries()) {
      if (frame + offset >= frames) break;
      filters.forEach((filter, bin) => {
        const log = Math.log10(Math.max(filterEnergy(filter, power), LEAST_ENERGY));
        logs[bin * frames + frame + offset] = log;
        loudest = Math.max(loudest, log);
      });
    }
  }
  return logs.map((log) => (Math.max(log, loudest - DECADES) + 4) / 4);
}

/** The samples between half a frame of what mirrors their ends. */
function withMirroredEnds(pcm: Float32Array, samples: number): Float32Array {
  const half = PAIR_FRAME_SAMPLES / 2;
  const padded = new Float32Array(samples + 2 * half);
  padded.set(pcm, half);
  for (let index = 1; index <= half; index++) {
    padded[half - index] = padded[half + index] ?? 0;
    padded[half + samples - 1 + index] = padded[half + samples - 1 - index] ?? 0;
  }
  return padded;
}
