import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../lib/seeded-random.ts';
import { trailingRepetition } from '../../../decoding/repetition.ts';
import { argmax, logAddExp, logSumExp, sample } from '../../../decoding/token-probabilities.ts';
import { compressionRatio } from './compression-ratio.ts';

describe('compression ratio', () => {
  const PROSE =
    'The quick brown fox jumps over the lazy dog while seven wizards make toxic brew for the evil queen and Jack. Nobody in the village had ever seen anything like it, and most of them hoped that they never would again.';

  it.each([
    ['prose', PROSE],
    ['a loop', 'thank you for watching. '.repeat(20)],
    ['one word', ' no'.repeat(100)],
    ['Japanese', '今日はとても良い天気ですね。明日も晴れるといいのですが、どうでしょうか。'],
  ])('%s: on the same side of 2.4 as gzip', (_name, text) => {
    const gzip = Buffer.byteLength(text) / gzipSync(text).length;
    expect(compressionRatio(text) > 2.4).toBe(gzip > 2.4);
  });

  it('is 0 for an empty text', () => {
    expect(compressionRatio('')).toBe(0);
  });
});

describe('repetition', () => {
  it('a phrase repeated over and over at the end is a loop', () => {
    expect(trailingRepetition([7, 8, ...Array.from({ length: 5 }, () => [1, 2, 3]).flat()])).toEqual({
      phrase: 3,
      repeats: 5,
    });
    expect(trailingRepetition(new Array(12).fill(4))).toEqual({ phrase: 1, repeats: 12 });
  });

  it('normal repetitions are not', () => {
    expect(trailingRepetition([1, 1, 1, 1, 1])).toBeNull();
    expect(trailingRepetition([1, 2, 3, 1, 2, 3, 1, 2, 3])).toBeNull();
    expect(trailingRepetition([])).toBeNull();
  });
});

describe('token probabilities', () => {
  it('log-sum-exp of parts adds up to the whole, also with suppressed tokens', () => {
    const logits = Float32Array.from([1, -2, Number.NEGATIVE_INFINITY, 500, 499]);
    expect(logAddExp(logSumExp(logits, 0, 3), logSumExp(logits, 3))).toBeCloseTo(logSumExp(logits), 4);
    expect(logSumExp(Float32Array.from([Number.NEGATIVE_INFINITY]))).toBe(Number.NEGATIVE_INFINITY);
    expect(argmax(logits)).toBe(3);
  });

  it('sampling follows the softmax, sharper at low temperature', () => {
    const logits = Float32Array.from([0, Math.log(3)]);
    const share = (temperature: number) => {
      const draw = seededRandom(1);
      let ones = 0;
      for (let round = 0; round < 4000; round += 1) ones += sample(logits, temperature, draw());
      return ones / 4000;
    };
    expect(share(1)).toBeCloseTo(0.75, 1);
    expect(share(0.2)).toBeGreaterThan(0.98);
  });

  it('the same seed draws the same numbers, another seed others', () => {
    const draws = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
    expect(draws(42)).toEqual(draws(42));
    expect(draws(42)).not.toEqual(draws(43));
  });
});
