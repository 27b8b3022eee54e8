import { describe, expect, it } from 'vitest';
import { median, reachedInto, wordTimeErrors } from './word-time-error.ts';

const word = (text: string, start: number, end: number) => ({ word: text, start, end });

describe('wordTimeErrors', () => {
  it('compares the words that match, and leaves out the others', () => {
    const truth = [word('Hello', 1, 1.4), word('my', 1.5, 1.7), word('name.', 2, 2.5)];
    const heard = [
      word(' hello', 1.1, 1.4),
      word(' by', 1.5, 1.7),
      word(' uh', 1.8, 1.9),
      word(' Name', 1.9, 2.7),
    ];
    const errors = wordTimeErrors(truth, heard);
    expect(errors.truthWords).toBe(3);
    expect(errors.matchedWords).toBe(2);
    expect(errors.startErrors.map((value) => value.toFixed(3))).toEqual(['0.100', '0.100']);
    expect(errors.endErrors.map((value) => value.toFixed(3))).toEqual(['0.000', '0.200']);
    expect(errors.medianStart).toBeCloseTo(0.1);
    expect(errors.medianEnd).toBeCloseTo(0.1);
    expect(errors.medianBoundary).toBeCloseTo(0.1);
  });

  it('takes the right one of two equal words', () => {
    const truth = [word('you', 1, 2), word('can', 2, 3), word('you', 3, 4)];
    expect(wordTimeErrors(truth, [word('can', 2, 3), word('you', 3, 4)]).startErrors).toEqual([0, 0]);
  });

  it('has no median where nothing matches', () => {
    expect(wordTimeErrors([word('a', 0, 1)], []).medianStart).toBeNaN();
  });
});

describe('reachedInto', () => {
  it('finds words that cover a tenth of a second of a pause, on either side', () => {
    const pause = [{ start: 1, end: 2 }];
    const words = [
      word('before', 0.5, 1.05),
      word('into', 0.5, 1.2),
      word('over', 0.9, 2.1),
      word('early', 1.8, 2.3),
    ];
    expect(reachedInto(words, pause).map((one) => one.word)).toEqual(['into', 'over', 'early']);
    expect(reachedInto([word('after', 1.95, 2.4)], pause)).toEqual([]);
  });
});

describe('median', () => {
  it('is the middle, or the mean of the two middle values', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
});
