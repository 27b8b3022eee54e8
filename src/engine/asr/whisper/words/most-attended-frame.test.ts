import { expect, it } from 'vitest';
import { mostAttendedFrame } from './most-attended-frame.ts';

it('is where most heads look, however strong one of them is, and not at a single spike', () => {
  const frames = 40;
  const attention = new Float32Array(3 * frames);
  for (const head of [0, 1]) for (const at of [19, 20, 21]) attention[head * frames + at] = 0.2;
  attention[5] = 0.25;
  attention[2 * frames + 30] = 100;
  expect(mostAttendedFrame(attention, frames)).toBeGreaterThanOrEqual(18);
  expect(mostAttendedFrame(attention, frames)).toBeLessThanOrEqual(22);
});
