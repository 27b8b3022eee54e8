import { describe, expect, it } from 'vitest';
import type { LiveEngine } from '../../../src/engine/asr/live-recogniser.ts';
import type { WordErrors } from '../word-error-rate.ts';
import { errorsByCause } from './live-causes.ts';

const errors = (substitutions: number, insertions: number, deletions: number): WordErrors => ({
  hits: 10,
  substitutions,
  insertions,
  deletions,
  referenceWords: 20,
});
const engine = {} as LiveEngine;
const STAGES = [
  { cause: 'first', engine },
  { cause: 'second', engine },
];

describe('errors of live text by cause', () => {
  it('add up to the difference, each kind with its sign', () => {
    const clips = [
      { live: errors(5, 2, 1), stages: [errors(5, 0, 1), errors(2, 0, 2)], whole: errors(1, 1, 1) },
      // Without a difference no stage was run.
      { live: errors(1, 0, 0), stages: [], whole: errors(1, 0, 0) },
    ];
    const figures = errorsByCause('live', 'engine', STAGES, clips);
    expect(figures.map(({ value }) => value)).toEqual([2, 2, 1]);
    expect(figures.map(({ name }) => name.slice(name.indexOf('(')))).toEqual([
      '(s+0 i+2 d+0)',
      '(s+3 i+0 d-1)',
      '(s+1 i-1 d+1)',
    ]);
    expect(figures.reduce((sum, { value }) => sum + value, 0)).toBe(8 - 3);
  });
});
