import { describe, expect, it } from 'vitest';
import type { Edit } from '../../../media/mp4/edit-list.ts';
import type { PcmBlock } from './pcm-block.ts';
import { playEdits } from './play-edits.ts';

const RATE = 10;

/** Ten seconds in blocks of 0.7 s whose samples count up: what is played, and how often it was decoded. */
async function play(edits: Edit[]): Promise<{ samples: number[]; decoded: number }> {
  let decoded = 0;
  const decode = async () => {
    decoded++;
    return blocks();
  };
  async function* blocks(): AsyncGenerator<PcmBlock, void, undefined> {
    for (let at = 0; at < 100; at += 7) {
      const plane = Float32Array.from({ length: Math.min(7, 100 - at) }, (_, index) => at + index + 1);
      yield { timestamp: at / RATE, sampleRate: RATE, planes: [plane] };
    }
  }
  const samples: number[] = [];
  for await (const { timestamp, planes } of playEdits(decode, edits)) {
    expect(timestamp).toBeCloseTo(samples.length / RATE, 6);
    samples.push(...(planes[0] ?? []));
  }
  return { samples, decoded };
}

const counted = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index + 1);

describe('edits', () => {
  it('trim both ends', async () => {
    expect(await play([{ from: 1, seconds: 3 }])).toEqual({ samples: counted(10, 40), decoded: 1 });
  });

  it('cut out the middle', async () => {
    const edits = [
      { from: 0, seconds: 2 },
      { from: 7.7, seconds: 2 },
    ];
    expect(await play(edits)).toEqual({ samples: [...counted(0, 20), ...counted(77, 97)], decoded: 1 });
  });

  it('play stretches in another order, and twice', async () => {
    const edits = [
      { from: 5, seconds: 1 },
      { from: 1, seconds: 1 },
      { from: 1, seconds: 1 },
    ];
    const { samples } = await play(edits);
    expect(samples).toEqual([...counted(50, 60), ...counted(10, 20), ...counted(10, 20)]);
  });

  it('insert silence', async () => {
    const edits = [
      { from: null, seconds: 1.5 },
      { from: 0, seconds: 1 },
    ];
    expect((await play(edits)).samples).toEqual([...new Array(15).fill(0), ...counted(0, 10)]);
  });

  it('end with the sound', async () => {
    expect((await play([{ from: 9, seconds: 60 }])).samples).toEqual(counted(90, 100));
    expect((await play([{ from: 60, seconds: 1 }])).samples).toEqual([]);
  });
});
