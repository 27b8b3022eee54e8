import { describe, expect, it } from 'vitest';
import { kaldiEnergy } from '../../../tests/fixtures/reference-spectrum.ts';
import { kaldiFbank } from './kaldi-fbank.ts';

/** More than a pure tone: tones, a rising hum and seeded noise. */
function testSignal(samples: number): Float32Array {
  let seed = 12345;
  return Float32Array.from({ length: samples }, (_, index) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const noise = seed / 2147483648 - 0.5;
    const tone = Math.sin((2 * Math.PI * 440 * index) / 16000);
    return 0.2 * tone + 0.1 * Math.sin((index * index) / 40000) + 0.05 * noise + 0.03;
  });
}

/** One filter bank value by definition, with every sample, bin and weight written out. */
function referenceValue(pcm: Float32Array, frame: number, filter: number): number {
  const start = frame * 160 + 80 - 200;
  const mirror = (at: number): number => (at < 0 ? -at - 1 : at >= pcm.length ? 2 * pcm.length - 1 - at : at);
  const cut = Array.from({ length: 400 }, (_, index) => pcm[mirror(start + index)] ?? Number.NaN);
  const mean = cut.reduce((sum, value) => sum + value, 0) / 400;
  const centred = cut.map((value) => value - mean);
  const windowed = centred.map((value, index) => {
    const raised = value - 0.97 * (centred[Math.max(index - 1, 0)] ?? 0);
    return raised * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / 399)) ** 0.85;
  });
  return Math.log(Math.max(kaldiEnergy(windowed, filter, 7600), 1.1920928955078125e-7));
}

describe('Kaldi filter bank', () => {
  it('equals a direct Fourier transform by definition, including mirrored edges', () => {
    const pcm = testSignal(3210);
    const features = kaldiFbank(pcm);
    expect(features).toMatchObject({ frames: 20, bins: 80 });
    for (const frame of [0, 1, 7, 18, 19]) {
      for (const bin of [0, 1, 2, 20, 41, 78, 79]) {
        expect(features.data[frame * 80 + bin]).toBeCloseTo(referenceValue(pcm, frame, bin), 4);
      }
    }
  });

  it.each([
    [0, 0],
    [79, 0],
    [80, 1],
    [16000, 100],
    [16079, 100],
    [16080, 101],
  ])('turns %i samples into %i frames: one per 10 ms, rounded', (samples, frames) => {
    expect(kaldiFbank(new Float32Array(samples)).frames).toBe(frames);
  });

  it('returns the floor for silence and for a constant offset', () => {
    const floor = Math.log(2 ** -23);
    for (const level of [0, 0.25]) {
      const { data } = kaldiFbank(new Float32Array(1600).fill(level));
      expect(data.every((value) => Math.abs(value - floor) < 1e-4)).toBe(true);
    }
  });

  it('mirrors a signal shorter than a frame repeatedly', () => {
    const { data, frames } = kaldiFbank(testSignal(90));
    expect(frames).toBe(1);
    expect(data.every(Number.isFinite)).toBe(true);
  });
});
