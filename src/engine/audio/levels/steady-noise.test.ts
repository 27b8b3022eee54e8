import FFT from 'fft.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { concatenate } from '../../../lib/bytes/concatenate.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { SAMPLE_RATE } from '../windows/speech-window.ts';
import { SteadyNoise } from './steady-noise.ts';

/** Words of noise, each 0.6 s long and a second apart, over a tone. */
function words(seconds: number, tone: number): Float32Array {
  const draw = seededRandom(3);
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => {
    const time = index / SAMPLE_RATE;
    const voice = (time % 1 < 0.6 ? 0.1 : 0.0001) * (2 * draw() - 1);
    return voice + tone * Math.sin(2 * Math.PI * 2_345 * time);
  });
}

function cleaned(pcm: Float32Array): { voice: Float32Array; transforms: number } {
  const transform = vi.spyOn(FFT.prototype, 'realTransform');
  const noise = new SteadyNoise();
  const heard = [noise.push({ whole: pcm, voice: pcm }), noise.finish()];
  return { voice: concatenate(heard.map(({ voice }) => voice)), transforms: transform.mock.calls.length };
}

afterEach(() => vi.restoreAllMocks());

describe('steady noise', () => {
  it('costs no transform where the level falls between words, and nothing is taken out', () => {
    const pcm = words(12, 0);
    const { voice, transforms } = cleaned(pcm);
    expect(transforms).toBe(0);
    expect(voice).toHaveLength(pcm.length);
    const furthest = voice.reduce((most, value, at) => Math.max(most, Math.abs(value - (pcm[at] ?? 0))), 0);
    expect(furthest).toBeLessThan(1e-6);
  });

  it('is taken out where it never pauses and is louder than the words', () => {
    const { voice, transforms } = cleaned(words(12, 0.3));
    expect(transforms).toBeGreaterThan(0);
    const power = (pcm: Float32Array) => pcm.reduce((sum, value) => sum + value * value, 0) / pcm.length;
    const alone = power(words(12, 0).subarray(4 * SAMPLE_RATE));
    expect(power(voice.subarray(4 * SAMPLE_RATE))).toBeLessThan(2 * alone);
  });
});
