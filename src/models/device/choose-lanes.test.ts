import { describe, expect, it } from 'vitest';
import { chooseLanes, type LaneInput } from './choose-lanes.ts';

const HOUR: LaneInput = {
  onProcessor: true,
  modelBytes: 77e6,
  hardwareConcurrency: 8,
  memoryGb: 8,
  duration: 3600,
};

describe('how many windows are transcribed at once', () => {
  it.each([
    [1, { count: 1, cores: 1 }],
    [2, { count: 2, cores: 1 }],
    [3, { count: 2, cores: 1 }],
    [8, { count: 2, cores: 4 }],
  ])('shares %i cores', (hardwareConcurrency, lanes) => {
    expect(chooseLanes({ ...HOUR, hardwareConcurrency })).toEqual(lanes);
  });

  it('gives all cores to a recording of one window', () => {
    expect(chooseLanes({ ...HOUR, duration: 25 })).toEqual({ count: 1, cores: 8 });
    expect(chooseLanes({ ...HOUR, duration: null }).count).toBe(2);
  });

  it('loads no second copy if memory is short', () => {
    expect(chooseLanes({ ...HOUR, modelBytes: 670e6 }).count).toBe(1);
    expect(chooseLanes({ ...HOUR, modelBytes: 249e6, memoryGb: null }).count).toBe(2);
    expect(chooseLanes({ ...HOUR, modelBytes: 249e6, memoryGb: 2 }).count).toBe(1);
  });

  it('loads a large model once, whatever the memory', () => {
    expect(chooseLanes({ ...HOUR, modelBytes: 902e6, memoryGb: 32 }).count).toBe(1);
    expect(chooseLanes({ ...HOUR, modelBytes: 249e6, memoryGb: 32 }).count).toBe(2);
  });

  it('does not share a GPU', () => {
    expect(chooseLanes({ ...HOUR, onProcessor: false }).count).toBe(1);
  });
});
