import { describe, expect, it } from 'vitest';
import { wordOnset } from './word-onset.ts';

const FRAMES = 50;

/** One head's attention, from a weight for each frame. */
const attention = (weightAt: (frame: number) => number) =>
  Float32Array.from({ length: FRAMES }, (_, frame) => weightAt(frame));

describe('where a word begins', () => {
  it('is where the attention rises, not where the word before ended', () => {
    // The word before ended at 0.1 s; the attention rises at 0.5 s.
    const rising = attention((frame) => (frame < 25 ? 0.01 : frame < 32 ? 0.1 : 0.02));
    const onset = wordOnset(rising, 1, FRAMES, { start: 0.1, end: 0.8 });
    expect(onset).toBeGreaterThanOrEqual(0.5);
    expect(onset).toBeLessThan(0.56);
  });

  it('is at the span’s start if the attention is even', () => {
    expect(
      wordOnset(
        attention(() => 0.02),
        1,
        FRAMES,
        { start: 0.2, end: 0.6 },
      ),
    ).toBeCloseTo(0.23);
  });

  it('lies inside the span, before its end', () => {
    const late = attention((frame) => (frame === 30 ? 1 : 0));
    expect(wordOnset(late, 1, FRAMES, { start: 0.2, end: 0.6 })).toBe(0.2);
    expect(wordOnset(late, 1, FRAMES, { start: 0.2, end: 0.61 })).toBeCloseTo(0.58);
    expect(wordOnset(new Float32Array(FRAMES), 1, FRAMES, { start: 0.2, end: 0.6 })).toBe(0.2);
  });
});
