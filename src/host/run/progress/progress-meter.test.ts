import { describe, expect, it } from 'vitest';
import { type LaterWork, ProgressMeter } from './progress-meter.ts';

/** A window of a recording: where it ends, in seconds of audio, and how long it took, in seconds. */
interface Window {
  end: number;
  took: number;
}

interface Kind {
  name: string;
  duration: number;
  windows: Window[];
  lanes?: number;
  from?: number;
  later?: LaterWork;
}

/** Pseudo-random numbers in 0 to 1, the same each time. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function windowsOf(
  duration: number,
  took: (start: number, seconds: number, random: number) => number,
  from = 0,
  seed = 7,
): Window[] {
  const random = noise(seed);
  const windows: Window[] = [];
  for (let start = from; start < duration; ) {
    const seconds = Math.min(duration - start, 18 + random() * 12);
    windows.push({ end: start + seconds, took: took(start, seconds, random()) });
    start += seconds;
  }
  return windows;
}

const steady = (_: number, seconds: number, random: number) => seconds * 0.3 * (0.8 + random * 0.4);
const KINDS: Kind[] = [
  { name: 'a lecture', duration: 1800, windows: windowsOf(1800, steady) },
  {
    name: 'a meeting whose first window also warms the model up',
    duration: 900,
    windows: windowsOf(
      900,
      (start, seconds, random) => steady(start, seconds, random) + (start === 0 ? 25 : 0),
    ),
    later: { speakers: 4, addons: [{ key: 'summarization', seconds: 30 }] },
  },
  {
    name: 'an interview with pauses, whose windows hold between a third and all of their length of speech',
    duration: 1200,
    windows: windowsOf(1200, (_, seconds, random) => seconds * 0.3 * (1 / 3 + (random * 2) / 3)),
  },
  { name: 'two lanes', duration: 1500, windows: windowsOf(1500, steady, 0, 3), lanes: 2 },
  {
    name: 'a phone that becomes slower by a fifth',
    duration: 1500,
    windows: windowsOf(
      1500,
      (start, seconds, random) => steady(start, seconds, random) * (start > 500 ? 1.2 : 1),
    ),
  },
  { name: 'a job resumed in the middle', duration: 2400, from: 1000, windows: windowsOf(2400, steady, 1000) },
];

/** Replays a recording; what was reported after each event, with the true seconds left. */
function replay({ duration, windows, lanes = 1, from = 0, later }: Kind) {
  let now = 0;
  const meter = new ProgressMeter(duration, () => now * 1000);
  if (later) meter.expect(later);
  // Each lane takes the next window as soon as it is free; windows end in order.
  const free = Array.from({ length: lanes }, () => 0);
  const ends: { at: number; end: number }[] = [];
  for (const { end, took } of windows) {
    const lane = free.indexOf(Math.min(...free));
    free[lane] = (free[lane] ?? 0) + took;
    ends.push({ at: Math.max(free[lane] ?? 0, ends.at(-1)?.at ?? 0), end });
  }
  const recognisedAt = ends.at(-1)?.at ?? 0;
  const addons = later?.addons ?? [];
  const allSeconds =
    recognisedAt + (later?.speakers ?? 0) + addons.reduce((sum, { seconds }) => sum + seconds, 0);
  const told: { recognised: number; left: number | null; truth: number; fraction: number; stage: string }[] =
    [];
  const note = (recognised: number, { secondsLeft, fraction, stage }: ReturnType<ProgressMeter['current']>) =>
    told.push({ recognised, left: secondsLeft, truth: allSeconds - now, fraction, stage });
  note(0, meter.current());
  meter.begin(from);
  for (const { at, end } of ends) {
    now = at;
    note(end - from, meter.at(end));
  }
  if (later) {
    note(duration, meter.speakers());
    now += later.speakers;
    for (const { key, seconds } of addons) {
      for (const share of [0, 0.25, 0.5, 0.75, 1]) {
        note(duration, meter.addon(key, share));
        if (share < 1) now += seconds / 4;
      }
    }
  }
  return told;
}

describe.each(KINDS)('$name', (kind) => {
  const told = replay(kind);

  it('never goes back, and ends full', () => {
    for (const [index, { fraction }] of told.entries()) {
      expect(fraction).toBeGreaterThanOrEqual(told[index - 1]?.fraction ?? 0);
      expect(fraction).toBeLessThanOrEqual(1);
    }
    expect(told.at(-1)?.fraction).toBeGreaterThan(0.98);
  });

  it('tells the time left within a third, from the first minute of audio on', () => {
    const after = told.filter(({ recognised, truth }) => recognised >= 60 && truth > 5);
    expect(after.length).toBeGreaterThan(10);
    for (const { left, truth, recognised } of after) {
      expect(
        Math.abs((left ?? Number.NaN) - truth) / truth,
        `${recognised} s: ${left} of ${truth}`,
      ).toBeLessThan(1 / 3);
    }
  });
});

describe('progress of a job', () => {
  it('names its stages from the first moment', () => {
    const stages = replay(KINDS[1] ?? { name: '', duration: 0, windows: [] }).map(({ stage }) => stage);
    expect([...new Set(stages)]).toEqual(['reading', 'listening', 'speakers', 'addons']);
  });

  it('moves while there is nothing to recognise', () => {
    const meter = new ProgressMeter(5 * 3600, () => 0);
    expect(meter.at(5)).toMatchObject({ stage: 'reading', fraction: 0 });
    expect(meter.at(600)).toMatchObject({ stage: 'listening', secondsLeft: null });
    const told = [600, 3600, 9000, 18_000].map((position) => meter.at(position).fraction);
    expect(told[0]).toBeGreaterThan(0.02);
    expect(told.at(-1)).toBeCloseTo(0.9);
    expect(told.toSorted((a, b) => a - b)).toEqual(told);
    // Work that begins behind it goes on from there.
    meter.begin(17_000);
    expect(meter.at(17_010).fraction).toBeGreaterThanOrEqual(0.9);
  });

  it('shows no less than an earlier run has reached', () => {
    const meter = new ProgressMeter(1000, () => 0);
    meter.notBelow(0.6);
    meter.begin(0);
    expect(meter.at(100).fraction).toBe(0.6);
  });

  it('has no time left before a rate is meaningful, or without a duration', () => {
    const meter = new ProgressMeter(1000, () => 1);
    meter.begin(100);
    expect(meter.at(101).secondsLeft).toBeNull();
    expect(new ProgressMeter(null).at(10)).toMatchObject({ fraction: 0, secondsLeft: null });
  });
});
