import { describe, expect, it } from 'vitest';
import { ProgressMeter } from './progress-meter.ts';

describe('progress of a job', () => {
  it('is the finished share of the audio', () => {
    const meter = new ProgressMeter(200, () => 0);
    expect(meter.at(50).fraction).toBe(0.25);
    expect(meter.at(250).fraction).toBe(1);
  });

  it('derives the remaining time from this run’s rate, ignoring windows finished before', () => {
    let now = 0;
    const meter = new ProgressMeter(1000, () => now);
    meter.begin(600);
    now = 20_000;
    expect(meter.at(700).secondsLeft).toBeCloseTo(60);
  });

  it('has no remaining time before a rate is meaningful', () => {
    const meter = new ProgressMeter(1000, () => 1);
    expect(meter.at(100).secondsLeft).toBeNull();
    meter.begin(100);
    expect(meter.at(101).secondsLeft).toBeNull();
  });

  it('stays unknown if the container does not state the duration', () => {
    expect(new ProgressMeter(null).at(10)).toEqual({ fraction: 0, secondsLeft: null });
  });
});
