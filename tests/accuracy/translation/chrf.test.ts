import { expect, it } from 'vitest';
import { chrf } from './chrf.ts';

it('is 100 for the same texts, 0 for others, and between for parts', () => {
  expect(chrf(['Bom dia a todos.'], ['Bom dia a todos.'])).toBeCloseTo(100);
  expect(chrf(['xyz'], ['abc'])).toBe(0);
  const part = chrf(['Bom dia a todas.'], ['Bom dia a todos.']);
  expect(part).toBeGreaterThan(50);
  expect(part).toBeLessThan(90);
});
