import { describe, expect, it } from 'vitest';
import { slaneyEnergy } from '../../../tests/fixtures/reference-spectrum.ts';
import { nemoLogMel } from './nemo-log-mel.ts';

const SAMPLES = 2000;
const FRAMES = 12;

/** A growing tone over a hum, so that every frame differs. */
const pcm = Float32Array.from({ length: SAMPLES }, (_, index) => {
  const growing = (index / SAMPLES) * Math.sin((2 * Math.PI * 1300 * index) / 16000);
  return 0.4 * growing + 0.1 * Math.sin((index * index) / 30000) + 0.02 * Math.cos(index * index * 0.37);
});

/** One logarithm before normalisation, by definition. */
function referenceLog(frame: number, filter: number): number {
  const raised = Array.from(pcm, (value, index) => value - (index > 0 ? 0.97 * (pcm[index - 1] ?? 0) : 0));
  const windowed = Array.from(
    { length: 400 },
    (_, index) =>
      (raised[frame * 160 - 200 + index] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / 399)),
  );
  return Math.log(slaneyEnergy(windowed, { filter, filters: 128, size: 512 }) + 2 ** -24);
}

describe('NeMo log mel spectrogram', () => {
  it('equals a direct Fourier transform by its definition, each bin normalised over time', () => {
    const features = nemoLogMel(pcm);
    expect(features).toMatchObject({ frames: FRAMES, bins: 128 });
    for (const bin of [0, 5, 40, 77, 126, 127]) {
      const logs = Array.from({ length: FRAMES }, (_, frame) => referenceLog(frame, bin));
      const mean = logs.reduce((sum, value) => sum + value, 0) / FRAMES;
      const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (FRAMES - 1);
      logs.forEach((value, frame) => {
        const expected = (value - mean) / (Math.sqrt(variance) + 1e-5);
        expect(features.data[bin * FRAMES + frame]).toBeCloseTo(expected, 3);
      });
    }
  });

  it('makes one frame per 10 ms begun and ended', () => {
    expect(nemoLogMel(new Float32Array(1599)).frames).toBe(9);
    expect(nemoLogMel(new Float32Array(159)).frames).toBe(0);
  });

  it('returns finite numbers for silence and for a single frame', () => {
    expect(nemoLogMel(new Float32Array(3200)).data.every((value) => value === 0)).toBe(true);
    expect(nemoLogMel(pcm.subarray(0, 200)).data.every(Number.isFinite)).toBe(true);
  });

  it('makes as many bins as the encoder takes', () => {
    expect(nemoLogMel(pcm, 80)).toMatchObject({ bins: 80, frames: FRAMES });
  });
});
