import { describe, expect, it } from 'vitest';
import { type ChunkActivity, stitchChunks } from './stitch-chunks.ts';

const FRAMES = 100;

/** A chunk of 100 frames; each local speaker's frames are counted over the window. */
function chunk(startFrame: number, ...spoken: [number, number][][]): ChunkActivity {
  const row = (local: number) => {
    const active = new Uint8Array(FRAMES);
    for (const [from, to] of spoken[local] ?? []) active.fill(1, from - startFrame, to - startFrame);
    return active;
  };
  return { startFrame, activity: [row(0), row(1), row(2)] };
}

describe('stitchChunks', () => {
  it('finds a speaker whose number has changed', () => {
    const { ofChunk } = stitchChunks([
      chunk(0, [[0, 70]], [[70, 100]]),
      chunk(
        50,
        [[70, 120]],
        [],
        [
          [50, 70],
          [130, 150],
        ],
      ),
    ]);
    expect(ofChunk[1]?.[0]).toBe(ofChunk[0]?.[1]);
    expect(ofChunk[1]?.[2]).toBe(ofChunk[0]?.[0]);
  });

  it('treats somebody who does not speak in the overlap as a new voice', () => {
    const { ofChunk, voices } = stitchChunks([chunk(0, [[0, 40]]), chunk(50, [[110, 150]])]);
    expect(ofChunk[0]).not.toContain(ofChunk[1]?.[0]);
    expect(voices).toBe(6);
  });

  it('does not treat a brief overlap as the same voice', () => {
    const { ofChunk } = stitchChunks([chunk(0, [[0, 60]]), chunk(50, [[50, 150]])]);
    expect(ofChunk[1]?.[0]).not.toBe(ofChunk[0]?.[0]);
  });

  it('chooses the assignment with the most speech in common', () => {
    const { ofChunk } = stitchChunks([chunk(0, [[50, 85]], [[60, 100]]), chunk(50, [[55, 100]], [[50, 80]])]);
    expect(ofChunk[1]?.slice(0, 2)).toEqual([ofChunk[0]?.[1], ofChunk[0]?.[0]]);
  });
});
