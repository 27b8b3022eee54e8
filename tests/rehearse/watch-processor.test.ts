import { expect, it } from 'vitest';
import { secondsAt } from './watch-processor.ts';

it('grows evenly between two readings, and not before the first or after the last', () => {
  const readings = [
    { at: 1000, seconds: 4 },
    { at: 2000, seconds: 5 },
    { at: 3000, seconds: 9 },
  ];
  expect([0, 1000, 1500, 2250, 3000, 9000].map((at) => secondsAt(readings, at))).toEqual([
    4, 4, 4.5, 6, 9, 9,
  ]);
});
