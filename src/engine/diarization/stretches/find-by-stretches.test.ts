import { describe, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../../audio/windows/speech-window.ts';
import type { SpeakerLimits } from '../find-speakers.ts';
import { FIRST_FRAME_SAMPLE, FRAME_SAMPLES } from '../speaker-activity.ts';
import { packVectors } from '../voice-track.ts';
import { unitLength } from '../voices/voice-vectors.ts';
import type { WindowSpeakers } from '../window-speakers.ts';
import { STRETCH_RULES, StretchTree } from './cluster-stretches.ts';
import { findByStretches } from './find-by-stretches.ts';
import { windowFrames } from './window-frames.ts';

const STRETCH = 1.6;
const STEP = 0.77;
const NO_LIMITS: SpeakerLimits = { exact: null, least: 0, most: null };
const DISTANCE = 0.3;

/** Who really speaks in a stretch of time: each person is a direction, and a little noise. */
interface Part {
  person: number;
  seconds: number;
}

const frameAt = (seconds: number) => Math.round((seconds * SAMPLE_RATE - FIRST_FRAME_SAMPLE) / FRAME_SAMPLES);

/** A window in which the segmentation follows everybody as one voice, with the vectors that stretches of these parts have. */
function windowOf(parts: readonly Part[], overlap?: [number, number], between = 0): WindowSpeakers {
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  const shareOf = (person: number, from: number, to: number) => {
    let at = 0;
    let shared = 0;
    for (const part of parts) {
      if (part.person === person) shared += Math.max(0, Math.min(to, at + part.seconds) - Math.max(from, at));
      at += part.seconds;
    }
    return shared / (to - from);
  };
  const count = 1 + Math.floor((total - STRETCH) / STEP);
  const vectors = Array.from({ length: count }, (_, place) => {
    const from = place * STEP;
    // Everybody has a part in common, as real voices have.
    const vector = Float32Array.of(0.4, 0, 0, 0, 0.1 * Math.sin(place), 0.1 * Math.cos(3 * place));
    for (const person of [1, 2, 3]) vector[person] = shareOf(person - 1, from, from + STRETCH);
    // Two voices in one stretch are not merely their sum.
    vector[4] = (vector[4] ?? 0) + between * (vector[1] ?? 0) * (vector[2] ?? 0);
    return unitLength(vector);
  });
  const frames = frameAt(total);
  const second = overlap
    ? [{ voice: 1, ranges: [[frameAt(overlap[0]), frameAt(overlap[1])] as [number, number]] }]
    : [];
  return {
    pieces: [{ windowStart: 0, fileStart: 0, duration: total }],
    voices: [0, 1].map((followed) => ({ vector: null, followed, cleanSeconds: total })),
    chunks: [{ frames: [0, frames], speakers: [{ voice: 0, ranges: [[0, frames]] }, ...second] }],
    track: {
      stretchSamples: STRETCH * SAMPLE_RATE,
      stepSamples: STEP * SAMPLE_RATE,
      size: 6,
      vectors: packVectors(vectors, 6),
    },
    seconds: 0,
  };
}

const find = (speakers: WindowSpeakers, limits: Partial<SpeakerLimits> = {}) =>
  findByStretches([{ channel: 0, speakers }], { ...NO_LIMITS, ...limits }, DISTANCE);
const peopleIn = (speakers: WindowSpeakers, limits?: Partial<SpeakerLimits>) =>
  new Set(find(speakers, limits).turns.map(({ speaker }) => speaker)).size;

const twice: Part[] = [
  { person: 0, seconds: 5 },
  { person: 1, seconds: 4 },
  { person: 0, seconds: 4 },
];

describe('speakers by stretches', () => {
  it('are told apart where the segmentation follows them as one', () => {
    const { turns, voices } = find(windowOf(twice));
    expect(turns.map(({ speaker }) => speaker)).toEqual([0, 1, 0]);
    expect(turns[1]?.start).toBeCloseTo(5, 0);
    expect(turns[1]?.end).toBeCloseTo(9, 0);
    expect(voices).toHaveLength(2);
  });

  it('are no more for the stretches that have the end of one turn and the start of another', () => {
    const turn = windowFrames(windowOf(twice.slice(0, 2), undefined, 12));
    const sizes = (leastNovelty: number) =>
      new StretchTree([turn], { ...STRETCH_RULES, leastNovelty })
        .clusters()
        .map(({ stretches }) => stretches);
    expect(sizes(0)).toHaveLength(3);
    expect(sizes(STRETCH_RULES.leastNovelty)).toHaveLength(2);
  });

  it('are one person where one voice speaks, who is sure', () => {
    const { turns, sureness } = find(windowOf([{ person: 0, seconds: 12 }]));
    expect(turns.map(({ speaker }) => speaker)).toEqual([0]);
    expect(sureness).toEqual([]);
  });

  it('are as many as asked for', () => {
    const three = windowOf([...twice, { person: 2, seconds: 5 }]);
    expect(peopleIn(three)).toBe(3);
    for (const exact of [1, 2, 3]) expect(peopleIn(three, { exact })).toBe(exact);
    expect(peopleIn(three, { most: 2 })).toBe(2);
    expect(peopleIn(windowOf([{ person: 0, seconds: 12 }]), { least: 2 })).toBe(2);
  });

  it('are doubtful at a change and sure away from it', () => {
    const { sureness = [] } = find(windowOf(twice));
    const at = (seconds: number) =>
      sureness.find(({ start, end }) => start <= seconds && seconds < end)?.confidence ?? 1;
    expect(at(5)).toBeLessThan(0.7);
    expect(at(2)).toBeGreaterThan(0.9);
  });

  it('are two at once where the segmentation has two: the second is the next one near', () => {
    const { turns } = find(windowOf(twice, [4, 5]));
    const second = turns.filter(({ speaker }) => speaker === 1);
    expect(second[0]?.start).toBeCloseTo(4, 0);
    expect(turns.filter(({ speaker }) => speaker === 0)[0]?.end).toBeCloseTo(5, 0);
  });

  it('are nobody without windows, and somebody in sound too short for a vector', () => {
    expect(findByStretches([], NO_LIMITS, DISTANCE).turns).toEqual([]);
    const { track: _, ...without } = windowOf([{ person: 0, seconds: 2 }]);
    expect(find(without).turns.map(({ speaker }) => speaker)).toEqual([0]);
  });
});
