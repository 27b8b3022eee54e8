import { describe, expect, it } from 'vitest';
import { BLOCK_SAMPLES, toEvenBlocks } from './even-blocks.ts';
import type { PcmBlock } from './pcm-block.ts';

async function evenBlocks(blocks: Omit<PcmBlock, 'timestamp'>[]): Promise<Float32Array[][]> {
  async function* stream(): AsyncGenerator<PcmBlock, void, undefined> {
    for (const block of blocks) yield { timestamp: 0, ...block };
  }
  const found: Float32Array[][] = [];
  for await (const block of toEvenBlocks(stream())) found.push(block);
  return found;
}

const tone = (length: number, rate: number) =>
  Float32Array.from({ length }, (_, index) => Math.sin((index / rate) * 2000));
const joined = (blocks: Float32Array[][], channel: number) =>
  blocks.flatMap((planes) => [...(planes[channel] ?? [])]);

describe('blocks of half a second', () => {
  it('are full except for the last one', async () => {
    const blocks = await evenBlocks([{ sampleRate: 16_000, planes: [tone(20_001, 16_000)] }]);
    expect(blocks.map(([plane]) => plane?.length)).toEqual([BLOCK_SAMPLES, BLOCK_SAMPLES, 4001]);
  });

  it('do not depend on how the audio arrives', async () => {
    const plane = tone(100_000, 44_100);
    const whole = await evenBlocks([{ sampleRate: 44_100, planes: [plane] }]);
    const parts = Array.from({ length: 100 }, (_, index) => ({
      sampleRate: 44_100,
      planes: [plane.subarray(index * 1000, index * 1000 + 1000)],
    }));
    expect(await evenBlocks(parts)).toEqual(whole);
  });

  it('continue where the sample rate changes', async () => {
    const blocks = await evenBlocks([
      { sampleRate: 44_100, planes: [tone(44_100, 44_100)] },
      { sampleRate: 8000, planes: [tone(8000, 8000)] },
      { sampleRate: 48_000, planes: [tone(48_000, 48_000)] },
    ]);
    expect(joined(blocks, 0).length).toBe(48_000);
  });

  it('put a channel that appears late beside the others, silent before', async () => {
    const first = tone(44_100, 44_100);
    const blocks = await evenBlocks([
      { sampleRate: 44_100, planes: [first] },
      { sampleRate: 44_100, planes: [first, first] },
    ]);
    const [left, right] = [joined(blocks, 0), joined(blocks, 1)];
    expect(blocks.every((planes) => planes.every((plane) => plane.length === planes[0]?.length))).toBe(true);
    expect(left.length).toBe(32_000);
    // The earlier block was emitted with only one channel.
    expect(right.slice(-15_000)).toEqual(left.slice(-15_000));
  });

  it('share planes while channels are identical, and give each its own from then on', async () => {
    const rate = 44_100;
    const [same, left, right] = [
      tone(rate, rate),
      tone(rate, rate),
      tone(rate, rate).map((value) => value / 2),
    ];
    const blocks = await evenBlocks([
      { sampleRate: rate, planes: [same, same.slice(), same] },
      { sampleRate: rate, planes: [left, right, left.slice()] },
    ]);
    expect(blocks[0]?.[1]).toBe(blocks[0]?.[0]);
    const last = blocks.at(-1) ?? [];
    expect(last[2]).toBe(last[0]);
    expect(last[1]).not.toBe(last[0]);
    // As if each had been alone from the beginning.
    for (const [channel, second] of [left, right, left].entries()) {
      const alone = await evenBlocks([
        { sampleRate: rate, planes: [same] },
        { sampleRate: rate, planes: [second] },
      ]);
      expect(joined(blocks, channel)).toEqual(joined(alone, 0));
    }
  });

  it('carry a stream that falls back to mono on all channels', async () => {
    const plane = tone(16_000, 16_000);
    const blocks = await evenBlocks([
      { sampleRate: 16_000, planes: [plane, plane.map((value) => -value)] },
      { sampleRate: 16_000, planes: [plane] },
    ]);
    expect(joined(blocks, 1).slice(16_000)).toEqual([...plane]);
  });
});
