import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FirPlan, ROW_STEP, scalarKernel, vectorKernel } from './fir-kernel.ts';

const float = fc.float({ min: -1, max: 1, noNaN: true });

const plan: fc.Arbitrary<FirPlan> = fc
  .record({
    up: fc.integer({ min: 1, max: 7 }),
    down: fc.integer({ min: 1, max: 20 }),
    rows: fc.integer({ min: 1, max: 4 }),
  })
  .chain(({ up, down, rows }) => {
    const width = rows * ROW_STEP;
    const count = (up + 1) * width;
    return fc.record({
      up: fc.constant(up),
      down: fc.constant(down),
      width: fc.constant(width),
      table: fc
        .array(float, { minLength: count, maxLength: count })
        .map((values) => Float32Array.from(values)),
      rowOf: fc
        .array(fc.integer({ min: 0, max: up }), { minLength: up, maxLength: up })
        .map((values) => Int32Array.from(values)),
    });
  });

describe('a filter in vectors', () => {
  it('gives what the same filter gives without them', () => {
    fc.assert(
      fc.property(
        plan,
        fc.array(float, { minLength: 40, maxLength: 400 }),
        fc.nat(),
        (drawn, values, seed) => {
          const input = Float32Array.from(values);
          const phase = seed % drawn.up;
          const count = Math.floor(((input.length - drawn.width) * drawn.up) / drawn.down);
          fc.pre(count > 0);
          const vectors = vectorKernel(drawn);
          expect(vectors).not.toBeNull();
          const expected = scalarKernel(drawn).run(input, 0, phase, count);
          const actual = vectors?.run(input, 0, phase, count) ?? new Float32Array(0);
          expect(actual).toHaveLength(count);
          for (const [index, value] of actual.entries()) expect(value).toBeCloseTo(expected[index] ?? 9, 4);
        },
      ),
    );
  });

  it('takes ever longer inputs, from any sample on', () => {
    const kernel = vectorKernel({
      up: 1,
      down: 1,
      width: ROW_STEP,
      table: Float32Array.from({ length: 2 * ROW_STEP }, (_, index) => (index === 1 ? 1 : 0)),
      rowOf: Int32Array.of(0),
    });
    for (const length of [10, 1_000, 100_000]) {
      const input = Float32Array.from({ length }, (_, index) => index);
      const output = kernel?.run(input, 2, 0, length - 4) ?? new Float32Array(0);
      expect([output[0], output.at(-1)]).toEqual([3, length - 2]);
    }
  });
});
