import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastAtMost } from './last-at-most.ts';

describe('the last number at most a limit', () => {
  it('is the one that a search from the end finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -20, max: 20 })),
        fc.integer({ min: -25, max: 25 }),
        (some, limit) => {
          const ascending = some.toSorted((one, other) => one - other);
          expect(lastAtMost(ascending, limit)).toBe(ascending.findLastIndex((number) => number <= limit));
        },
      ),
    );
  });
});
