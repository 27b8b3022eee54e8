import { describe, expect, it } from 'vitest';
import { LivePace } from './live-pace.ts';

/** A device that takes `fixed` seconds for each step and `share` of its sound on top; returns the pace and the longest wait. */
function run(pace: LivePace, fixed: number, share: number, seconds: number) {
  let queued = 0.1;
  let longest = 0;
  let sinceStep = 0;
  const changes: string[] = [];
  for (let heard = 0; heard < seconds; ) {
    sinceStep += queued;
    // Speech pauses every ten seconds.
    const steps = sinceStep >= Math.min(pace.step, 10);
    const work = steps ? fixed + share * sinceStep : 0.01;
    if (steps) sinceStep = 0;
    if (pace.note(queued, work)) changes.push(pace.update.pace);
    heard += queued;
    longest = Math.max(longest, work);
    queued = Math.max(work, 0.1);
  }
  return { changes, longest };
}

describe('the pace of live recognition', () => {
  it('stays where the device follows', () => {
    const pace = new LivePace(1);
    expect(run(pace, 0.5, 0.1, 300).changes).toEqual([]);
    expect(pace.step).toBe(1);
  });

  it('takes longer steps, then whole sentences, where it does not: the lag stays bounded', () => {
    const pace = new LivePace(1);
    const { changes, longest } = run(pace, 2.5, 0.3, 600);
    expect(changes[0]).toBe('longer-steps');
    expect(longest).toBeLessThan(10);
    const slower = new LivePace(1);
    const late = run(slower, 6, 0.3, 600);
    expect(late.changes.slice(0, 2)).toEqual(['longer-steps', 'sentences']);
    expect(slower.step).toBe(Number.POSITIVE_INFINITY);
    expect(late.longest).toBeLessThan(15);
  });

  it('has time for more once the load is known to be light, until it is not', () => {
    const pace = new LivePace(1);
    expect(pace.room).toBe('some');
    run(pace, 0.1, 0.1, 60);
    expect(pace.room).toBe('much');
    // What that adds does not end it.
    run(pace, 0.4, 0.1, 60);
    expect(pace.room).toBe('much');
    run(pace, 0.7, 0.2, 60);
    expect([pace.update.pace, pace.room]).toEqual(['full', 'some']);
    run(pace, 0.1, 0.1, 60);
    expect(pace.room).toBe('much');
    run(pace, 6, 0.3, 10);
    expect(pace.room).toBe('none');
  });

  it('goes back once there is room', () => {
    const pace = new LivePace(1);
    run(pace, 6, 0.3, 60);
    expect(run(pace, 0.2, 0.1, 120).changes).toEqual(['longer-steps', 'full']);
  });
});
