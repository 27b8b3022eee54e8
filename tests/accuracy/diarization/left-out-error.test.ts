import { describe, expect, it } from 'vitest';
import type { DiarizationErrors } from '../diarization-error.ts';
import { chooseLeavingOut, type TriedRecording } from './left-out-error.ts';

const errors = (confused: number, spoken = 10): DiarizationErrors => ({
  spoken,
  missed: 0,
  falseAlarm: 0,
  confused,
  referenceSpeakers: 2,
  foundSpeakers: 2,
});
const recording = (kind: string, voices: string[], ...confused: number[]): TriedRecording => ({
  kind,
  voices,
  bySetting: confused.map((seconds) => errors(seconds)),
});

describe('chooseLeavingOut', () => {
  it('chooses for a recording by the others alone', () => {
    const { fitted, leftOut } = chooseLeavingOut(
      [recording('a', ['1'], 0, 9), recording('a', ['2'], 3, 2), recording('a', ['3'], 3, 2)],
      0,
    );
    expect(fitted).toBe(0);
    expect(leftOut).toEqual([1, 0, 0]);
  });

  it('leaves out all recordings with the same voice', () => {
    const { leftOut } = chooseLeavingOut(
      [recording('a', ['1', '2'], 0, 9), recording('a', ['2'], 0, 9), recording('a', ['3'], 3, 2)],
      0,
    );
    expect(leftOut).toEqual([1, 1, 0]);
  });

  it('counts each part alike, however long it is', () => {
    const long = { ...recording('long', ['1'], 0, 0), bySetting: [errors(100, 1000), errors(90, 1000)] };
    expect(chooseLeavingOut([long, recording('short', ['2'], 1, 3)], 0).fitted).toBe(0);
  });

  it('stays with the present setting where it is as good', () => {
    expect(chooseLeavingOut([recording('a', ['1'], 2, 2, 2)], 1).fitted).toBe(1);
  });
});
