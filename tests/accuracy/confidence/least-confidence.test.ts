import { describe, expect, it } from 'vitest';
import { bestThreshold, type ConfidenceRow, countNotes, leftOutThresholds } from './least-confidence.ts';

const row = (recording: string, errors: number, confidence: number, words = 9): ConfidenceRow => ({
  ...{ recording, errors, confidence, words },
});
const ROWS = [row('a', 0.9, 0.6), row('b', 0.8, 0.62), row('c', 0.1, 0.85), row('d', 0, 0.9)];

describe('the threshold of the note on low confidence', () => {
  it('counts what it finds and what it disturbs, in texts of five words and more', () => {
    const rows = [...ROWS, row('e', 0.1, 0.5), row('f', 1, 0.2, 4)];
    expect(countNotes(rows, () => 0.61)).toEqual({ wrong: 2, found: 1, good: 3, noted: 1 });
  });

  it('is in the middle of those that separate best', () => {
    expect(bestThreshold(ROWS)).toBeCloseTo(0.725);
  });

  it('is chosen without the recording that it is used for', () => {
    // With the good ones, a threshold that finds the others is too high.
    const rows = [row('a', 0.9, 0.6), row('b', 0.8, 0.7), row('c', 0.1, 0.66), row('d', 0.1, 0.67)];
    const left = leftOutThresholds([...rows, row('e', 0.9, 0.69)]);
    expect(left.get('c')).not.toBe(left.get('a'));
  });
});
