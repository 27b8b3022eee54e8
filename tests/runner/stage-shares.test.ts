import { describe, expect, it } from 'vitest';
import { measureSlowness, overShare, REFERENCE_LOOP_MS, STAGE_SHARES } from './stage-shares.ts';

const shares = { unit: 100, e2e: 300 };

describe('the share of a stage', () => {
  it('is kept by a stage that takes less than twice as long, and by one that takes longer on a slower machine', () => {
    expect(overShare([{ name: 'unit', seconds: 199, slowness: 1 }], shares)).toEqual([]);
    expect(overShare([{ name: 'unit', seconds: 790, slowness: 4 }], shares)).toEqual([]);
  });

  it('is exceeded by one that takes longer than the machine explains', () => {
    const times = [
      { name: 'unit', seconds: 1612, slowness: 4 },
      { name: 'e2e', seconds: 599, slowness: 1 },
    ];
    expect(overShare(times, shares)).toEqual([
      'unit: 403 s of its 100 s (1612 s on a machine 4.0 times slower)',
    ]);
  });

  it('is missing for a stage that nobody gave one', () => {
    expect(() => overShare([{ name: 'new', seconds: 1, slowness: 1 }], shares)).toThrow('new has no share');
  });

  it('is part of 15 minutes, of which unit and contract tests have 3; other browsers have 3 more', () => {
    const whole = Object.values(STAGE_SHARES).reduce((sum, share) => sum + share, 0);
    expect(whole).toBeLessThanOrEqual(18 * 60);
    expect(STAGE_SHARES.unit).toBeLessThanOrEqual(3 * 60);
  });
});

describe('how slow a machine is', () => {
  it.each([
    ['as the reference', 2, 1, 1],
    ['faster', 16, 0.5, 1],
    ['three times slower', 2, 3, 3],
    ['three times slower, with half of the cores', 1, 3, 6],
  ])('%s: %d cores, %d times the time of the loop', (_, cores, times, slowness) => {
    expect(measureSlowness(cores, () => times * REFERENCE_LOOP_MS)).toBe(slowness);
  });

  it('does not hang on one loop that was interrupted', () => {
    const loops = [1, 1, 90, 1, 1].map((times) => times * REFERENCE_LOOP_MS);
    expect(measureSlowness(2, () => loops.pop() ?? 0)).toBe(1);
  });

  it('is measured here', () => {
    expect(measureSlowness()).toBeGreaterThanOrEqual(1);
  });
});
