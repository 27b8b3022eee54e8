import { type Features, kaldiFbank } from './kaldi-fbank.ts';

/** Scales amplitudes to 16-bit numbers. */
const FULL_SCALE = 32_768;

/**
 * Kaldi's log-mel filter bank with the settings of WeSpeaker's networks (github.com/wenet-e2e/wespeaker): frames of
 * 25 ms every 10 ms inside the signal, Hamming window, 80 bins from 20 Hz to 8 kHz, 16-bit amplitudes, each bin's
 * mean over time subtracted.
 *
 * @param pcm mono, 16 kHz, ±1
 */
export function wespeakerFbank(pcm: Float32Array): Features {
  const features = kaldiFbank(
    pcm.map((sample) => sample * FULL_SCALE),
    80,
    { window: 'hamming', highHz: 8000, snipEdges: true },
  );
  const { frames, bins, data } = features;
  for (let bin = 0; bin < bins; bin++) {
    let mean = 0;
    for (let frame = 0; frame < frames; frame++) mean += (data[frame * bins + bin] ?? 0) / frames;
    for (let frame = 0; frame < frames; frame++) {
      const at = frame * bins + bin;
      data[at] = (data[at] ?? 0) - mean;
    }
  }
  return features;
}
