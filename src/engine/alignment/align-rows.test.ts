import { expect, it } from 'vitest';
import { alignRows } from './align-rows.ts';

/** Attention of three tokens over 60 frames: each attends to its own 20, with one misleading spike elsewhere. */
function attention(spike: number): Float32Array {
  const weights = new Float32Array(2 * 3 * 60).fill(0.001);
  for (let head = 0; head < 2; head += 1) {
    for (let row = 0; row < 3; row += 1) {
      weights.fill(1, (head * 3 + row) * 60 + row * 20, (head * 3 + row) * 60 + (row + 1) * 20);
    }
  }
  weights[5] = spike;
  weights[2 * 60 + 5] = spike;
  return weights;
}

it('finds where each token was recognised, in seconds, through spikes of attention', () => {
  const { spans } = alignRows({ heads: 2, rows: 3, frames: 60, weights: attention(5) });
  expect(spans[0]?.start).toBe(0);
  expect(Math.abs((spans[1]?.start ?? 9) - 0.4)).toBeLessThanOrEqual(0.041);
  expect(Math.abs((spans[2]?.start ?? 9) - 0.8)).toBeLessThanOrEqual(0.041);
  expect(spans[2]?.end).toBeCloseTo(1.2);
});

it('distinguishes attention that follows the audio from attention that ignores it', () => {
  const focused = alignRows({ heads: 2, rows: 3, frames: 60, weights: attention(1) });
  const flat = alignRows({ heads: 2, rows: 3, frames: 60, weights: new Float32Array(360).fill(1 / 60) });
  expect(focused.focus).toBeGreaterThan(2.5);
  expect(flat.focus).toBeCloseTo(1);
});
