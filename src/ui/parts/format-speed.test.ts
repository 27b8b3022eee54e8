import { expect, it } from 'vitest';
import { formatSpeed } from './format-speed.ts';

it.each([
  [0.0421, '0.042'],
  [0.96, '0.96'],
  [3.14, '3.1'],
  [118, '120'],
])('a speed of %d is written %s: a slow one is never nothing', (speed, text) => {
  expect(formatSpeed(speed)).toBe(text);
});
