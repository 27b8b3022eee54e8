import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkStarts } from './chunk-starts.ts';

const CHUNK = 160_000;
const FRAME = 270;

describe('chunkStarts', () => {
  it('needs one chunk up to ten seconds, five for twenty-seven and for thirty', () => {
    expect(chunkStarts(8_000)).toEqual([0]);
    expect(chunkStarts(CHUNK)).toEqual([0]);
    expect(chunkStarts(27 * 16_000)).toHaveLength(5);
    expect(chunkStarts(480_000)).toHaveLength(5);
  });

  it('covers any window to its last sample, with neighbouring chunks overlapping by half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 480_000 }), (samples) => {
        const starts = chunkStarts(samples).map((frame) => frame * FRAME);
        expect(starts[0]).toBe(0);
        // The rest is shorter than a frame.
        expect((starts.at(-1) ?? 0) + CHUNK + FRAME).toBeGreaterThan(samples);
        starts.slice(1).forEach((start, index) => {
          expect(start - (starts[index] ?? 0)).toBeLessThanOrEqual(CHUNK / 2 + FRAME);
        });
      }),
    );
  });
});
