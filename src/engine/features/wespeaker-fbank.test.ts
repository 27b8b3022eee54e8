import { describe, expect, it } from 'vitest';
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
  const mel = (hz: number): number => 1127 * Math.log(1 + hz / 700);
  const step = (mel(8000) - mel(20)) / 81;
  const left = mel(20) + filter * step;
  let energy = 0;
  for (let bin = 0; bin < 256; bin++) {
    const place = mel(bin * 31.25);
    const weight = Math.min((place - left) / step, (left + 2 * step - place) / step);
    if (weight <= 0) continue;
    let real = 0;
    let imaginary = 0;
    windowed.forEach((value, index) => {
      real += value * Math.cos((2 * Math.PI * bin * index) / 512);
      imaginary -= value * Math.sin((2 * Math.PI * bin * index) / 512);
    });
    energy += weight * (real * real + imaginary * imaginary);
  }
  return Math.log(Math.max(energy, 2 ** -23));
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
