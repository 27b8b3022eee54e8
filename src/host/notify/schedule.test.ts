import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_ATTEMPTS, secondsUntilNext } from './schedule.ts';

const waits = (random: number) =>
  Array.from({ length: MOST_ATTEMPTS - 1 }, (_, index) => secondsUntilNext(index + 1, random) ?? Number.NaN);

describe('§6: the waits between the attempts of a delivery', () => {
  it('double from five seconds to an hour, and make a day', () => {
    const middle = waits(0.5);
    expect(middle.slice(0, 11)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600]);
    expect(new Set(middle.slice(10))).toEqual(new Set([3600]));
    const day = 24 * 3600;
    const sum = middle.reduce((total, wait) => total + wait, 0);
    expect(sum).toBeGreaterThanOrEqual(day);
    expect(sum - 3600).toBeLessThan(day);
  });

  it('vary by up to a quarter, so that deliveries that failed together are not retried together', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
        const middle = waits(0.5);
        waits(random).forEach((wait, index) => {
          expect(wait / (middle[index] ?? 0)).toBeCloseTo(0.75 + random / 2, 9);
        });
      }),
    );
    expect(waits(0)[0]).toBe(3.75);
    expect(waits(1)[0]).toBe(6.25);
  });

  it('end: there is none after the last attempt', () => {
    expect(secondsUntilNext(MOST_ATTEMPTS, 0.5)).toBeNull();
    expect(secondsUntilNext(MOST_ATTEMPTS - 1, 0.5)).toBe(3600);
  });
});
