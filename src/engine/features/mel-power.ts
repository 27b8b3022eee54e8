import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import type { Features } from './kaldi-fbank.ts';
import { filterEnergy, slaneyMelFilters } from './mel-filter-bank.ts';
import { PAIR_FRAME_SAMPLES, PairSpectrum } from './pair-spectrum.ts';

const HOP_SAMPLES = 160;
const MEL_BINS = 40;

const FILTERS = slaneyMelFilters({
  filters: MEL_BINS,
  fftSize: PAIR_FRAME_SAMPLES,
  sampleRate: SAMPLE_RATE,
  lowHz: 0,
  highHz: SAMPLE_RATE / 2,
});

/**
 * Mel power as librosa computes it (librosa.feature.melspectrogram, librosa 0.11): Hann frames of 25 ms centred every 10 ms, silence
 * around the signal, 40 Slaney mel filters up to 8 kHz, no logarithm.
 *
 * @param pcm mono, 16 kHz, ±1
 * @returns 1 + floor(samples / 160) frames of 40 values
 */
export function melPower(pcm: Float32Array): Features {
  const frames = 1 + Math.floor(pcm.length / HOP_SAMPLES);
  const data = new Float32Array(frames * MEL_BINS);
  const padded = new Float32Array(pcm.length + PAIR_FRAME_SAMPLES);
  padded.set(pcm, PAIR_FRAME_SAMPLES / 2);
  const spectrum = new PairSpectrum();
  for (let frame = 0; frame < frames; frame += 2) {
    spectrum.transform(padded, frame * HOP_SAMPLES, (frame + 1) * HOP_SAMPLES);
    for (const [offset, power] of spectrum.powers.entries()) {
      if (frame + offset >= frames) break;
      FILTERS.forEach((filter, bin) => {
        data[(frame + offset) * MEL_BINS + bin] = filterEnergy(filter, power);
      });
    }
  }
  return { frames, bins: MEL_BINS, data };
}
