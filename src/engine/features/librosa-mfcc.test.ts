import { describe, expect, it } from 'vitest';
import { librosaMfcc } from './librosa-mfcc.ts';

const SAMPLES = 3000;

/** A rising tone over a hum, with a quiet end far below the loudest part. */
const pcm = Float32Array.from({ length: SAMPLES }, (_, index) => {
  const loudness = index < 2200 ? 0.4 : 1e-6;
  return (
    loudness * (Math.sin((index * index) / 30_000) + 0.3 * Math.sin((2 * Math.PI * 230 * index) / 16_000))
  );
});

/** Slaney's mel scale: 3 mel per 200 Hz up to 1 kHz, then 27 per factor of 6.4. */
const hertz = (mel: number): number => (mel < 15 ? (mel * 200) / 3 : 1000 * 6.4 ** ((mel - 15) / 27));
const TOP_MEL = 15 + (27 * Math.log(8)) / Math.log(6.4);

/** Mel power in dB of one frame by definition, with every sample, bin and weight written out. */
function referenceDecibels(frame: number): number[] {
  const power = Array.from({ length: 1025 }, (_, bin) => {
    let real = 0;
    let imaginary = 0;
    for (let index = 0; index < 2048; index++) {
      const value = pcm[frame * 512 - 1024 + index] ?? 0;
      const windowed = value * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / 2048));
      real += windowed * Math.cos((2 * Math.PI * bin * index) / 2048);
      imaginary -= windowed * Math.sin((2 * Math.PI * bin * index) / 2048);
    }
    return real * real + imaginary * imaginary;
  });
  return Array.from({ length: 128 }, (_, filter) => {
    const [left = 0, centre = 0, right = 0] = [0, 1, 2].map((edge) =>
      hertz(((filter + edge) * TOP_MEL) / 129),
    );
    let energy = 0;
    power.forEach((value, bin) => {
      const hz = bin * 7.8125;
      const weight = Math.min((hz - left) / (centre - left), (right - hz) / (right - centre));
      if (weight > 0) energy += (weight * 2 * value) / (right - left);
    });
    return 10 * Math.log10(Math.max(energy, 1e-10));
  });
}

describe('MFCC as librosa makes them', () => {
  it('equal their definition, with 80 dB of range and silence around the signal', () => {
    const { frames, bins, data } = librosaMfcc(pcm);
    expect({ frames, bins }).toEqual({ frames: 6, bins: 40 });
    const decibels = Array.from({ length: frames }, (_, frame) => referenceDecibels(frame));
    const loudest = Math.max(...decibels.flat());
    // The quiet end would show if the range were not limited.
    expect(Math.min(...decibels.flat())).toBeLessThan(loudest - 80);
    decibels.forEach((values, frame) => {
      for (const coefficient of [0, 1, 2, 13, 39]) {
        const scale = Math.sqrt((coefficient === 0 ? 1 : 2) / 128);
        const expected = values.reduce(
          (sum, value, bin) =>
            sum +
            scale * Math.max(value, loudest - 80) * Math.cos((Math.PI * coefficient * (2 * bin + 1)) / 256),
          0,
        );
        expect(data[frame * 40 + coefficient]).toBeCloseTo(expected, 2);
      }
    });
  });

  it('are one frame more than whole hops of 512 samples', () => {
    expect(librosaMfcc(new Float32Array(0)).frames).toBe(1);
    expect(librosaMfcc(new Float32Array(511)).frames).toBe(1);
    expect(librosaMfcc(new Float32Array(16_000)).frames).toBe(32);
  });
});
