import { describe, expect, it } from 'vitest';
import { melPower } from './mel-power.ts';

const SAMPLES = 3000;

/** A rising tone over a hum. */
const pcm = Float32Array.from(
  { length: SAMPLES },
  (_, index) =>
    0.4 * (Math.sin((index * index) / 30_000) + 0.3 * Math.sin((2 * Math.PI * 230 * index) / 16_000)),
);

/** Slaney's mel scale: 3 mel per 200 Hz up to 1 kHz, then 27 per factor of 6.4. */
const hertz = (mel: number): number => (mel < 15 ? (mel * 200) / 3 : 1000 * 6.4 ** ((mel - 15) / 27));
const TOP_MEL = 15 + (27 * Math.log(8)) / Math.log(6.4);

/** Mel power of one frame by definition, with every sample, bin and weight written out. */
function reference(frame: number): number[] {
  const power = Array.from({ length: 201 }, (_, bin) => {
    let real = 0;
    let imaginary = 0;
    for (let index = 0; index < 400; index++) {
      const value = pcm[frame * 160 - 200 + index] ?? 0;
      const windowed = value * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / 400));
      real += windowed * Math.cos((2 * Math.PI * bin * index) / 400);
      imaginary -= windowed * Math.sin((2 * Math.PI * bin * index) / 400);
    }
    return real * real + imaginary * imaginary;
  });
  return Array.from({ length: 40 }, (_, filter) => {
    const [left = 0, centre = 0, right = 0] = [0, 1, 2].map((edge) =>
      hertz(((filter + edge) * TOP_MEL) / 41),
    );
    let energy = 0;
    power.forEach((value, bin) => {
      const weight = Math.min((bin * 40 - left) / (centre - left), (right - bin * 40) / (right - centre));
      if (weight > 0) energy += (weight * 2 * value) / (right - left);
    });
    return energy;
  });
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
