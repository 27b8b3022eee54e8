import { describe, expect, it, vi } from 'vitest';
import type { PcmBlock } from './pcm-block.ts';
import { placeOnTimeline } from './timeline.ts';

const RATE = 1000;

/** Places one-second blocks of value 1 that claim to begin at these times. */
async function place(
  timestamps: number[],
  options: { startTimestamp?: number; duration?: number | null; longest?: number } = {},
) {
  async function* blocks(): AsyncGenerator<PcmBlock, void, undefined> {
    for (const timestamp of timestamps) {
      yield { timestamp, sampleRate: RATE, planes: [new Float32Array(RATE).fill(1)] };
    }
  }
  const samples: number[] = [];
  let expected = 0;
  for await (const { timestamp, planes } of placeOnTimeline(blocks(), {
    startTimestamp: options.startTimestamp ?? 0,
    duration: options.duration ?? null,
    longest: options.longest ?? Number.POSITIVE_INFINITY,
  })) {
    expect(timestamp).toBeCloseTo(expected, 6);
    samples.push(...(planes[0] ?? []));
    expected = samples.length / RATE;
  }
  return samples;
}

const sound = (samples: number[]) => samples.filter((value) => value === 1).length / RATE;

describe('the timeline', () => {
  it('cuts off what precedes the start', async () => {
    expect((await place([-0.3, 0.7])).length).toBe(1700);
    expect((await place([1.4, 2.4], { startTimestamp: 1.4 })).length).toBe(2000);
  });

  it('keeps silence if the audio starts late', async () => {
    const samples = await place([0.5, 1.5]);
    expect(samples.slice(0, 500).every((value) => value === 0)).toBe(true);
    expect(samples.length).toBe(2500);
  });

  it('fills gaps with silence, so that later times stay correct', async () => {
    const samples = await place([0, 1, 5]);
    expect(samples.length).toBe(6000);
    expect(sound(samples)).toBe(3);
    expect(samples[4500]).toBe(0);
    expect(samples[5500]).toBe(1);
  });

  it('treats small differences as rounding', async () => {
    expect((await place([0, 1.003, 1.998, 3.01])).length).toBe(4000);
  });

  it('does not turn a damaged timestamp into hours of silence', async () => {
    expect((await place([0, 1, 90_000, 90_001, 4, 5])).length).toBeLessThan(8000);
    expect(sound(await place([0, 1, 90_000, 90_001, 4, 5]))).toBe(6);
    expect((await place([0, 1, 900], { duration: 10 })).length).toBe(3000);
  });

  it('keeps a long gap that the container declared', async () => {
    expect((await place([0, 1, 900], { duration: 901 })).length).toBe(901_000);
  });

  it('lets others have their turn during a long gap', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 50));
    let turns = 0;
    const timer = setInterval(() => turns++);
    await place([0, 1, 900], { duration: 901 });
    clearInterval(timer);
    vi.restoreAllMocks();
    expect(turns).toBeGreaterThan(10);
  });

  it('loses no audio if the clock falls back', async () => {
    const samples = await place([0, 1, 2, 0, 1, 2]);
    expect(sound(samples)).toBe(6);
    expect(samples.length).toBe(6000);
  });

  it('fills no gap beyond what can lie in the bytes of the file', async () => {
    const samples = await place([0, 30, 60, 90], { longest: 45 });
    expect(sound(samples)).toBe(4);
    expect(samples.length / RATE).toBe(33);
  });
});
