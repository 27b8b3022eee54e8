import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePowerset } from './speaker-activity.ts';

/** Scores of one frame in which one class is likeliest. */
const frame = (best: number) => Array.from({ length: 7 }, (_, index) => (index === best ? -0.1 : -3));

describe('decodePowerset', () => {
  it('reads nobody, one of three and two of three out of seven classes', () => {
    const scores = Float32Array.from([0, 1, 2, 3, 4, 5, 6].flatMap(frame));
    expect(decodePowerset(scores).map((row) => [...row])).toEqual([
      [0, 1, 0, 0, 1, 1, 0],
      [0, 0, 1, 0, 1, 0, 1],
      [0, 0, 0, 1, 0, 1, 1],
    ]);
  });

  it('takes the likeliest class, by whatever margin', () => {
    const activity = decodePowerset(Float32Array.from([-1.5, -1.4, -1.6, -9, -1.45, -9, -9]));
    expect(activity.map((row) => row[0])).toEqual([1, 0, 0]);
  });

  it('never lets more than two speak at once', () => {
    const logits = fc.array(fc.double({ min: -20, max: 0, noNaN: true }), { minLength: 7, maxLength: 70 });
    fc.assert(
      fc.property(logits, (values) => {
        const [first, second, third] = decodePowerset(Float32Array.from(values));
        expect(first.length).toBe(Math.floor(values.length / 7));
        first.forEach((one, index) => {
          expect(one + (second[index] ?? 0) + (third[index] ?? 0)).toBeLessThanOrEqual(2);
        });
      }),
    );
  });
});
