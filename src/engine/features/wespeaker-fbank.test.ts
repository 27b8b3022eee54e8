import { describe, expect, it } from 'vitest';
import { kaldiEnergy } from '../../../tests/fixtures/reference-spectrum.ts';
import { wespeakerFbank } from './wespeaker-fbank.ts';

const pcm = Float32Array.from(
  { length: 1200 },
  (_, index) => 0.3 * Math.sin((index * index) / 20_000) + 0.05 * Math.sin(index * index * 0.37) + 0.02,
);

/** One logarithm before the mean is subtracted, by definition. */
function referenceLog(frame: number, filter: number): number {
  const cut = Array.from(pcm.subarray(frame * 160, frame * 160 + 400), (value) => value * 32_768);
  const mean = cut.reduce((sum, value) => sum + value, 0) / 400;
  const windowed = cut.map((value, index) => {
    const raised = value - mean - 0.97 * ((cut[Math.max(index - 1, 0)] ?? 0) - mean);
    return raised * (0.54 - 0.46 * Math.cos((2 * Math.PI * index) / 399));
  });
  return Math.log(Math.max(kaldiEnergy(windowed, filter, 8000), 2 ** -23));
}

describe('filter bank for WeSpeaker', () => {
  it('equals its definition, without each bin’s mean over time', () => {
    const { frames, bins, data } = wespeakerFbank(pcm);
    expect({ frames, bins }).toEqual({ frames: 6, bins: 80 });
    for (const bin of [0, 3, 40, 79]) {
      const logs = Array.from({ length: frames }, (_, frame) => referenceLog(frame, bin));
      const mean = logs.reduce((sum, value) => sum + value, 0) / frames;
      logs.forEach((value, frame) => {
        expect(data[frame * bins + bin]).toBeCloseTo(value - mean, 3);
      });
    }
  });

  it('has only frames that lie inside the signal', () => {
    expect(wespeakerFbank(new Float32Array(399)).frames).toBe(0);
    expect(wespeakerFbank(new Float32Array(400)).frames).toBe(1);
    expect(wespeakerFbank(new Float32Array(16_000)).frames).toBe(98);
  });
});
