import { expect, it } from 'vitest';
import { steadyTime } from './steady-time.ts';

it('a time left never grows without a reason that is said', () => {
  let shown: number | null = null;
  const told = [null, 780, 800, 700, 1700, 1800, 1200, 480].map((estimate) => {
    const { seconds, isSlower } = steadyTime(shown, estimate);
    shown = seconds;
    return isSlower ? `${seconds} busy` : seconds;
  });
  expect(told).toEqual([null, 780, 780, 700, '1700 busy', 1700, 1200, 480]);
});
