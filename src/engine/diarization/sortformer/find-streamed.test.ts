import { describe, expect, it } from 'vitest';
import type { SpeakerLimits } from '../find-speakers.ts';
import { findStreamed } from './find-streamed.ts';
import type { StreamedWindow } from './stream-state.ts';

const NO_LIMITS: SpeakerLimits = { exact: null, least: 0, most: null };
const after = { settled: 0, cache: [], probabilities: '', latest: 0, isChosen: false };

/** Turns as [speaker, start, end]; for whom each was nearly taken; voices by speaker. */
function window(
  channel: number,
  turns: [number, number, number][],
  { likely = {}, voices = {} }: { likely?: Record<number, number[]>; voices?: Record<number, number[]> } = {},
) {
  const streamed: StreamedWindow = {
    turns: turns.map(([speaker, start, end]) => ({ speaker, start, end })),
    likely: Array.from({ length: 8 }, (_, speaker) => likely[speaker] ?? []),
    voices: Object.entries(voices).map(([speaker, vector]) => ({
      speaker: Number(speaker),
      vector,
      seconds: 5,
    })),
    after,
  };
  const speakers = { pieces: [], voices: [], chunks: [], seconds: 0, stream: JSON.stringify(streamed) };
  return { channel, speakers };
}

const turnsOf = (...given: Parameters<typeof findStreamed>) =>
  findStreamed(...given).turns.map(({ speaker, channel, start, end }) => [speaker, channel, start, end]);

describe('the speakers of streams', () => {
  it('are numbered as they first speak, over all windows, and may speak at once', () => {
    const windows = [
      window(0, [
        [5, 4, 9],
        [2, 1, 5],
      ]),
      window(0, [
        [5, 12, 14],
        [2, 13, 15],
      ]),
    ];
    expect(turnsOf(windows, NO_LIMITS, null)).toEqual([
      [0, 0, 1, 5],
      [1, 0, 4, 9],
      [1, 0, 12, 14],
      [0, 0, 13, 15],
    ]);
  });

  it('speak on where a window ends, and not for less than a syllable', () => {
    const windows = [
      window(0, [
        [0, 1, 5],
        [1, 3, 3.05],
      ]),
      window(0, [
        [0, 5, 8],
        [0, 8.2, 9],
      ]),
    ];
    expect(turnsOf(windows, NO_LIMITS, null)).toEqual([[0, 0, 1, 9]]);
  });

  it('of two channels are two people, unless they have one voice and never speak at once', () => {
    const two = (end: number, voice: number[]) => [
      window(0, [[0, 0, 10]], { voices: { 0: [1, 0] } }),
      window(1, [[0, end, 20]], { voices: { 0: voice } }),
    ];
    const people = (windows: ReturnType<typeof two>, threshold: number | null = 0.7) =>
      findStreamed(windows, NO_LIMITS, threshold).voices.length;
    expect(people(two(10, [1, 0]))).toBe(1);
    expect(people(two(10, [0, 1]))).toBe(2);
    expect(people(two(5, [1, 0]))).toBe(2);
    expect(people([window(0, [[0, 0, 10]]), window(1, [[0, 10, 20]])], null)).toBe(2);
  });

  it('are as few as asked for: who speaks least is the one they were nearly taken for', () => {
    const windows = [
      window(
        0,
        [
          [0, 0, 9],
          [1, 10, 18],
          [2, 20, 22],
        ],
        { likely: { 2: [0.1, 0.8, 2] } },
      ),
    ];
    const asTwo = [
      [0, 0, 0, 9],
      [1, 0, 10, 18],
      [1, 0, 20, 22],
    ];
    expect(turnsOf(windows, { ...NO_LIMITS, exact: 2 }, null)).toEqual(asTwo);
    expect(turnsOf(windows, { ...NO_LIMITS, most: 2 }, null)).toEqual(asTwo);
    expect(findStreamed(windows, { ...NO_LIMITS, exact: 1 }, null).voices).toHaveLength(1);
    expect(findStreamed(windows, { ...NO_LIMITS, exact: 5 }, null).voices).toHaveLength(3);
    expect(findStreamed(windows, { ...NO_LIMITS, least: 5 }, null).voices).toHaveLength(3);
  });

  it('are as few as asked for by their voices, where these are known', () => {
    const windows = [
      window(
        0,
        [
          [0, 0, 9],
          [1, 10, 18],
          [2, 20, 22],
        ],
        {
          likely: { 2: [0.1, 0.8, 2] },
          voices: { 0: [1, 0], 1: [0, 1], 2: [0.9, 0.436] },
        },
      ),
    ];
    const { turns, voices } = findStreamed(windows, { ...NO_LIMITS, exact: 2 }, 0.7);
    expect(turns.map(({ speaker }) => speaker)).toEqual([0, 1, 0]);
    expect(voices.map((voice) => voice && Math.round((voice[0] ?? 0) * 10))).toEqual([10, 0]);
  });

  it('are none where nobody speaks', () => {
    expect(findStreamed([], { ...NO_LIMITS, exact: 2 }, null)).toEqual({ turns: [], voices: [] });
    expect(findStreamed([window(0, [])], NO_LIMITS, null)).toEqual({ turns: [], voices: [] });
  });
});
