import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWordEnds } from './find-word-ends.ts';

/** Quiet hiss with a tone in each of the stretches (seconds). */
function recording(seconds: number, stretches: [from: number, to: number][]): Float32Array {
  return Float32Array.from({ length: seconds * 16000 }, (_, index) => {
    const loud = stretches.some(([from, to]) => index >= from * 16000 && index < to * 16000);
    return (loud ? 0.3 : 0.001) * Math.sin(index * 0.3) + 0.0005 * Math.sin(index * 1.7);
  });
}

const word = (firstToken: number, lastToken: number) => ({
  word: ' a',
  firstToken,
  lastToken,
  confidence: 1,
});

describe('findWordEnds', () => {
  it('ends a word where its sound falls silent', () => {
    const pcm = recording(4, [
      [1, 1.6],
      [2.5, 3],
    ]);
    const [first, second] = findWordEnds([word(1, 1.2), word(2.5, 2.5)], pcm, 0);
    expect(first?.start).toBe(1);
    expect(first?.end).toBeCloseTo(1.6, 1);
    expect(second?.end).toBeCloseTo(3, 1);
  });

  it('ends a word at the next one if there is no silence in between', () => {
    const pcm = recording(4, [[1, 3]]);
    const [first] = findWordEnds([word(1, 1.2), word(1.8, 2)], pcm, 0);
    expect(first?.end).toBe(1.8);
  });

  it('subtracts the model’s delay', () => {
    const pcm = recording(4, [[1, 1.6]]);
    const [first] = findWordEnds([word(1.2, 1.4)], pcm, 0.2);
    expect(first?.start).toBeCloseTo(1, 10);
    expect(first?.end).toBeCloseTo(1.6, 1);
  });

  it('lets a word end before its last token, which is late after a short word', () => {
    const pcm = recording(4, [
      [1, 1.3],
      [2, 3],
    ]);
    const [first] = findWordEnds([word(1, 1.4), word(2, 2.2)], pcm, 0);
    expect(first?.end).toBeCloseTo(1.3, 1);
  });

  it('does not end a word at the short closure inside it', () => {
    const pcm = recording(4, [
      [1, 1.3],
      [1.35, 1.6],
    ]);
    const [first] = findWordEnds([word(1, 1.1)], pcm, 0);
    expect(first?.end).toBeCloseTo(1.6, 1);
  });

  it('does not follow a steady sound for more than a second', () => {
    const pcm = recording(6, [[1, 5]]);
    const [first] = findWordEnds([word(1, 1.2)], pcm, 0);
    expect(first?.end).toBeCloseTo(2.2, 5);
  });

  it('keeps every word in order and inside the window', () => {
    const pcm = recording(4, [[0.5, 3]]);
    const spans = fc.array(
      fc.tuple(fc.double({ min: 0, max: 0.6, noNaN: true }), fc.double({ min: 0, max: 0.5, noNaN: true })),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(spans, fc.double({ min: 0, max: 0.3, noNaN: true }), (gaps, delay) => {
        let at = 0;
        const words = gaps.map(([gap, length]) => {
          const first = at + gap;
          at = first + length;
          return word(first, at);
        });
        const timed = findWordEnds(words, pcm, delay);
        timed.forEach(({ start, end }, index) => {
          const next = timed[index + 1];
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(4);
          if (next) expect(next.start).toBeGreaterThanOrEqual(start);
          if (next) expect(end).toBeLessThanOrEqual(next.start);
        });
      }),
    );
  });
});
