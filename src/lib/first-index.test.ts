import { describe, expect, it } from 'vitest';
import { firstIndex } from './first-index.ts';

describe('the first index', () => {
  it('is found wherever it is', () => {
    for (let length = 0; length < 9; length++) {
      for (let wanted = 0; wanted <= length; wanted++) {
        expect(firstIndex(length, (index) => index >= wanted)).toBe(wanted);
      }
    }
  });

  it('asks about indices below the length alone, few of them', () => {
    const asked: number[] = [];
    firstIndex(1000, (index) => asked.push(index) > 0 && index >= 700);
    expect(asked.length).toBeLessThanOrEqual(10);
    expect(Math.max(...asked)).toBeLessThan(1000);
  });
});
