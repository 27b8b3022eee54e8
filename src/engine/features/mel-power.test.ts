import { describe, expect, it } from 'vitest';
import { slaneyEnergy } from '../../../tests/fixtures/reference-spectrum.ts';
import { melPower } from './mel-power.ts';

const SAMPLES = 3000;

/** A rising tone over a hum. */
const pcm = Float32Array.from(
  { length: SAMPLES },
  (_, index) =>
    0.4 * (Math.sin((index * index) / 30_000) + 0.3 * Math.sin((2 * Math.PI * 230 * index) / 16_000)),
);

/** Mel power of one frame by definition. */
function reference(frame: number): number[] {
  const windowed = Array.from(
    { length: 400 },
    (_, index) => (pcm[frame * 160 - 200 + index] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / 400)),
  );
  return Array.from({ length: 40 }, (_, filter) => slaneyEnergy(windowed, { filter, filters: 40 }));
}

describe('mel power', () => {
  it('is as defined: centred frames, periodic Hann, Slaney filters of unit area, no logarithm', () => {
    const { frames, bins, data } = melPower(pcm);
    expect([frames, bins]).toEqual([19, 40]);
    for (const frame of [0, 1, 9, 18]) {
      reference(frame).forEach((value, bin) => {
        expect(Math.abs((data[frame * 40 + bin] ?? 0) - value)).toBeLessThan(1e-5 * (1 + value));
      });
    }
  });
});
