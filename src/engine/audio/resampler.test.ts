import { describe, expect, it } from 'vitest';
import { scalarKernel } from './fir-kernel.ts';
import { Resampler } from './resampler.ts';

function tone(frequency: number, rate: number, seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, index) =>
    Math.sin((2 * Math.PI * frequency * index) / rate),
  );
}

function resample(input: Float32Array, from: number, to = 16_000, chunk = input.length): Float32Array {
  const resampler = new Resampler(from, to);
  const parts: number[] = [];
  for (let at = 0; at < input.length; at += chunk) {
    parts.push(...resampler.push(input.subarray(at, at + chunk)));
  }
  parts.push(...resampler.finish());
  return Float32Array.from(parts);
}

/** Level in dB of the middle half relative to a full-scale sine. */
function level(samples: Float32Array): number {
  const middle = samples.subarray(samples.length >> 2, (samples.length * 3) >> 2);
  const power = middle.reduce((sum, value) => sum + value * value, 0) / middle.length;
  return 10 * Math.log10(power * 2 + 1e-20);
}

const RATES = [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000, 384_000];

describe('resampling to 16 kHz', () => {
  it.each(RATES)('keeps the level of speech within 0.1 dB from %i Hz', (rate) => {
    const top = (7 / 16) * Math.min(rate, 16_000);
    for (const frequency of [100, 1000, 0.5 * top, 0.99 * top]) {
      expect(Math.abs(level(resample(tone(frequency, rate, 0.5), rate)))).toBeLessThan(0.1);
    }
  });

  it.each(RATES.filter((rate) => rate > 20_000))(
    'removes frequencies that 16 kHz cannot represent from %i Hz',
    (rate) => {
      for (const frequency of [8700, 10_000, Math.min(rate / 2 - 500, 23_000), rate / 2 - 300]) {
        expect(level(resample(tone(frequency, rate, 0.5), rate))).toBeLessThan(-75);
      }
    },
  );

  it('leaves no mirror image of speech recorded at 8 kHz', () => {
    const output = resample(tone(3000, 8000, 0.5), 8000);
    const expected = tone(3000, 16_000, 0.5);
    const difference = output.map((value, index) => value - (expected[index] ?? 0));
    expect(level(difference)).toBeLessThan(-60);
  });

  it.each([...RATES, 4000, 44_101, 47_999])('keeps every sample in time from %i Hz', (rate) => {
    const frequency = 700;
    const output = resample(tone(frequency, rate, 0.5), rate);
    const expected = tone(frequency, 16_000, 0.5);
    const difference = output.map((value, index) => value - (expected[index] ?? 0));
    expect(level(difference)).toBeLessThan(-55);
  });

  it.each([...RATES, 4000, 44_101, 7350])(
    'returns exactly as many samples as the audio is long from %i Hz',
    (rate) => {
      for (const length of [1, 100, rate, rate + 1, 12_345]) {
        const output = resample(new Float32Array(length), rate);
        expect(output.length).toBe(Math.ceil((length * 16_000) / rate));
      }
    },
  );

  it.each([8000, 44_100, 48_000, 96_000, 44_101])(
    'does not depend on how the audio is split from %i Hz',
    (rate) => {
      const input = tone(440, rate, 0.3).map((value, index) => value + Math.sin(index * index * 1e-4));
      const whole = resample(input, rate);
      for (const chunk of [1, 7, 160, 1024, 4999]) {
        expect(resample(input, rate, 16_000, chunk)).toEqual(whole);
      }
    },
  );

  it.each(RATES)('gives the same with vectors as without them from %i Hz', (rate) => {
    const input = tone(440, rate, 0.3).map((value, index) => value + Math.sin(index * index * 1e-4));
    const plain = new Resampler(rate, 16_000, { kernelOf: scalarKernel });
    const expected = Float32Array.from([...plain.push(input), ...plain.finish()]);
    const difference = resample(input, rate).map((value, index) => value - (expected[index] ?? 9));
    expect(Math.max(...difference.map(Math.abs))).toBeLessThan(2e-6);
  });

  it('passes a constant without ripple', () => {
    const output = resample(new Float32Array(44_100).fill(0.5), 44_100);
    for (const value of output.subarray(400, -400)) expect(value).toBeCloseTo(0.5, 6);
  });
});
