import { describe, expect, it } from 'vitest';
import {
  diarizationErrorRate,
  diarizationErrors,
  mostShared,
  type SpokenSegment,
} from './diarization-error.ts';

const segment = (speaker: string, start: number, end: number): SpokenSegment => ({ speaker, start, end });

describe('diarizationErrors', () => {
  it('are none if only the speakers’ names differ', () => {
    const reference = [segment('anna', 0, 4), segment('ben', 3, 6)];
    const errors = diarizationErrors(reference, [segment('1', 0, 4), segment('0', 3, 6)]);
    expect(errors).toMatchObject({
      spoken: 7,
      missed: 0,
      falseAlarm: 0,
      referenceSpeakers: 2,
      foundSpeakers: 2,
    });
    expect(errors.confused).toBeCloseTo(0);
    expect(diarizationErrorRate(errors)).toBeCloseTo(0);
  });

  it('count missed, false and confused speech', () => {
    const reference = [segment('a', 0, 10), segment('b', 10, 20)];
    const found = [segment('x', 1, 12), segment('y', 12, 21)];
    const errors = diarizationErrors(reference, found);
    expect(errors.missed).toBeCloseTo(1);
    expect(errors.falseAlarm).toBeCloseTo(1);
    expect(errors.confused).toBeCloseTo(2);
    expect(diarizationErrorRate(errors)).toBeCloseTo(4 / 20);
  });

  it('count overlapped speech twice', () => {
    const errors = diarizationErrors([segment('a', 0, 2), segment('b', 0, 2)], [segment('x', 0, 2)]);
    expect(errors).toMatchObject({ spoken: 4, missed: 2 });
    expect(diarizationErrorRate(errors)).toBe(0.5);
  });

  it('match speakers so that they share the most over the whole recording', () => {
    expect(
      mostShared([
        [5, 4],
        [4, 1],
      ]),
    ).toBe(8);
    expect(mostShared([[5, 4, 0]])).toBe(5);
    expect(mostShared([])).toBe(0);
  });
});
