import { expect, it } from 'vitest';
import { medianFilter } from './median-filter.ts';

it('removes spikes and keeps steps', () => {
  const row = Float32Array.from([0, 0, 9, 0, 0, 0, 5, 5, 5, 5, 5, 5]);
  expect([...medianFilter(row, 3)]).toEqual([0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5]);
});

it('is the middle of the sorted samples around each one, mirrored at the edges', () => {
  const row = Float32Array.from({ length: 40 }, (_, index) => (index * 7919) % 31);
  const mirrored = (index: number) => row[index < 0 ? -index : index < 40 ? index : 78 - index] ?? 0;
  const expected = Array.from(
    row,
    (_, centre) =>
      [-3, -2, -1, 0, 1, 2, 3].map((offset) => mirrored(centre + offset)).sort((a, b) => a - b)[3],
  );
  expect([...medianFilter(row, 7)]).toEqual(expected);
});

it('copies rows that are too short', () => {
  expect([...medianFilter(Float32Array.from([3, 1]), 7)]).toEqual([3, 1]);
});
