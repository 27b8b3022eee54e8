import { describe, expect, it } from 'vitest';
import { OffsetCut } from './offset-cut.ts';

const STRETCH = 1600;
const tone = (stretch: number, level: number, offset = 0) =>
  Float32Array.from(
    { length: STRETCH },
    (_, index) => offset + level * Math.sin((2 * Math.PI * 200 * (stretch * STRETCH + index)) / 16_000),
  );
const meanOf = (samples: Float32Array) => samples.reduce((sum, value) => sum + value, 0) / samples.length;

describe('the offset of a converter', () => {
  it.each([0.05, 0.15, -0.4])('of %d is taken out from the first sample on', (offset) => {
    const cut = new OffsetCut();
    for (let stretch = 0; stretch < 20; stretch++)
      expect(meanOf(cut.push(tone(stretch, 0.1, offset)))).toBeCloseTo(0, 4);
  });

  it('leaves sound without one as it is', () => {
    const cut = new OffsetCut();
    for (const level of [0.5, 0.01, 0, 0.2]) {
      const samples = tone(1, level);
      expect(cut.push(samples)).toBe(samples);
    }
    expect(cut.push(new Float32Array(0))).toHaveLength(0);
  });

  it('follows one that begins later, without a jump', () => {
    const cut = new OffsetCut();
    let last = 0;
    let step = 0;
    let mean = 1;
    for (let stretch = 0; stretch < 60; stretch++) {
      const samples = cut.push(tone(stretch, 0.1, Math.min(stretch * 0.01, 0.3)));
      for (const sample of samples) {
        step = Math.max(step, Math.abs(sample - last));
        last = sample;
      }
      mean = meanOf(samples);
    }
    // Of the tone itself, and of the offset where it grows.
    expect(step).toBeLessThan(0.1 * ((2 * Math.PI * 200) / 16_000) + 0.011);
    expect(Math.abs(mean)).toBeLessThan(0.01);
  });
});
