import { describe, expect, it } from 'vitest';
import { blobSource, joinSources, sliceSource } from './byte-source.ts';

const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index & 255);
const whole = blobSource(new Blob([bytes]));

describe('joined sources', () => {
  const starts = [0, 1, 1, 70, 71, 400, 999];
  const joined = joinSources(
    starts.map((start, index) => sliceSource(whole, start, starts[index + 1] ?? 1000)),
  );

  it('read like one, across and inside their parts', async () => {
    expect(joined.size).toBe(1000);
    for (const [start, end] of [
      [0, 1000],
      [0, 1],
      [1, 2],
      [69, 72],
      [70, 71],
      [300, 2000],
      [999, 1000],
      [500, 500],
      [1000, 1001],
    ] as const) {
      expect(await joined.read(start, end)).toEqual(bytes.slice(start, end));
    }
  });

  it('are empty without parts', async () => {
    expect(await joinSources([]).read(0, 10)).toEqual(new Uint8Array(0));
  });
});
