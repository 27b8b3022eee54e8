import { expect, test } from 'vitest';
import { caseRows } from '../../../../tests/runner/case-rows.ts';
import { rateSteps, type SoundBlock, SoundBlocks } from './sound-blocks.ts';

function blocksOf(channels: number, rate: number, quanta: (Float32Array | undefined)[][]): SoundBlock[] {
  const blocks: SoundBlock[] = [];
  const into = new SoundBlocks(channels, rate, (block) => blocks.push(block));
  for (const quantum of quanta) into.push(quantum, 128);
  into.flush();
  return blocks;
}

const level = (value: number) => new Float32Array(128).fill(value);

test('channels are interleaved in blocks of a tenth of a second, and the rest comes at the end', () => {
  const quanta = Array.from({ length: 20 }, () => [level(0.5), level(-0.25)]);
  const blocks = blocksOf(2, 16_000, quanta);
  expect(blocks.map(({ samples }) => samples.length)).toEqual([3200, 20 * 128 * 2 - 3200]);
  expect([...(blocks[0]?.samples.slice(0, 4) ?? [])]).toEqual([16384, -8192, 16384, -8192]);
  expect(blocks[1]?.levels).toEqual([0.5, 0.25]);
});

test('what is louder than full scale is cut off, and does not turn into its opposite', () => {
  const [block] = blocksOf(1, 16_000, [[level(1.5)], [level(-3)]]);
  expect([block?.samples[0], block?.samples[128]]).toEqual([32_767, -32_767]);
});

test('a channel that delivers nothing, or only zeros, is counted; the least sound ends it', () => {
  const [block] = blocksOf(2, 16_000, [
    [undefined, level(0)],
    [level(0), level(1e-6)],
  ]);
  expect(block?.zeros).toEqual([256 / 16_000, 0]);
});

test.each(caseRows<[number, number]>(import.meta.url, 'soundHzBecomes'))(
  'sound of %i Hz becomes %i Hz, and lasts as long',
  (rate, sent) => {
    expect(rateSteps(rate)?.rate).toBe(sent);
    // Four seconds of a constant.
    const quanta = Array.from({ length: (rate * 4) / 128 }, () => [level(0.5)]);
    const blocks = blocksOf(1, rate, quanta);
    const samples = blocks.flatMap((block) => [...block.samples]);
    expect(Math.abs(samples.length - sent * 4)).toBeLessThanOrEqual(sent / 100);
    expect(new Set(samples)).toEqual(new Set([16_384]));
  },
);

test('a rate that no whole number leads to is refused', () => {
  expect(() => new SoundBlocks(1, 37_800, () => undefined)).toThrow('37800 Hz');
});
