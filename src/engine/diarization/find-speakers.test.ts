import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChannelWindow, findSpeakers, findVoices, type SpeakerLimits } from './find-speakers.ts';
import { matchVoices } from './voices/match-voices.ts';

const NO_LIMITS: SpeakerLimits = { exact: null, least: 0, most: null };
const THRESHOLD = 0.25;
const DIMENSIONS = 16;
/** Two seconds. */
const CHUNK_FRAMES = 118;

/** A unit vector near an axis: a person's voice with some seeded noise. */
function voiceOf(person: number, take: number, noise = 0.15): number[] {
  let seed = 1 + person * 7919 + take * 104_729;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  const raw = Array.from({ length: DIMENSIONS }, (_, axis) => (axis === person ? 1 : 0) + noise * random());
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}

/** Rotated slightly from one voice towards another. */
function between(voice: number[], other: number[]): number[] {
  const raw = voice.map((value, axis) => value + 0.6 * (other[axis] ?? 0));
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}

interface Said {
  person: number;
  cleanSeconds?: number;
  /** Sounds half like this other person. */
  like?: number;
  /** Speaks at the same time as the previous person. */
  over?: boolean;
  /** The person the segmentation assigns it to; by default someone different from all others. */
  followed?: number;
}

let takes = 0;

/** Each person speaks in a chunk of their own, so nobody speaks beside anybody else unless they overlap. */
function chunksOf(said: Said[]): ChannelWindow['speakers']['chunks'] {
  const chunks: ChannelWindow['speakers']['chunks'] = [];
  said.forEach(({ over }, voice) => {
    const last = chunks.at(-1);
    if (over && last) {
      last.speakers.push({ voice, ranges: [[...last.frames]] });
      return;
    }
    const start = chunks.length * CHUNK_FRAMES;
    const frames: [number, number] = [start, start + CHUNK_FRAMES];
    chunks.push({ frames, speakers: [{ voice, ranges: [[...frames]] }] });
  });
  return chunks;
}

/** A 30 s window in which people take turns of 2 s each. */
function windowOf(place: number, said: Said[], channel = 0): ChannelWindow {
  return {
    channel,
    speakers: {
      pieces: [{ windowStart: 0, fileStart: place * 30, duration: 30 }],
      voices: said.map(({ person, like, cleanSeconds = 2, followed }, voice) => ({
        vector: between(voiceOf(person, takes++), like === undefined ? [] : voiceOf(like, takes++)),
        followed: followed ?? voice,
        cleanSeconds,
      })),
      chunks: chunksOf(said),
      seconds: 0,
    },
  };
}

const speakersOf = (windows: ChannelWindow[], limits: Partial<SpeakerLimits> = {}) =>
  findSpeakers(windows, { ...NO_LIMITS, ...limits }, THRESHOLD).map(({ speaker }) => speaker);

const count = (speakers: number[]) => new Set(speakers).size;

const meeting = () => [
  windowOf(0, [{ person: 3 }, { person: 1 }]),
  windowOf(1, [{ person: 1 }, { person: 5 }, { person: 3 }]),
];

describe('known voices', () => {
  const known = (...people: number[]) => people.map((person) => Float32Array.from(voiceOf(person, takes++)));
  const { voices } = findVoices(meeting(), NO_LIMITS, THRESHOLD);

  it('are those of the speakers, numbered by first appearance', () => {
    expect(matchVoices(voices, known(5, 3, 1), THRESHOLD)).toEqual([1, 2, 0]);
  });

  it('are nobody else: the nearest counts only if it is near', () => {
    expect(matchVoices(voices, known(8, 1), THRESHOLD)).toEqual([null, 1, null]);
    expect(matchVoices(voices, [null, null], THRESHOLD)).toEqual([null, null, null]);
    expect(matchVoices(voices, [], THRESHOLD)).toEqual([null, null, null]);
    expect(matchVoices([null], known(3), THRESHOLD)).toEqual([null]);
  });

  it('are found in all channels of a person', () => {
    const moving = [windowOf(0, [{ person: 1 }, { person: 2 }], 0), windowOf(1, [{ person: 1 }], 1)];
    const found = findVoices(moving, NO_LIMITS, THRESHOLD);
    expect(matchVoices(found.voices, known(2, 1), THRESHOLD)).toEqual([1, 0]);
  });
});

describe('findSpeakers', () => {
  it('recognises people by their voices, numbered by first appearance', () => {
    expect(speakersOf(meeting())).toEqual([0, 1, 1, 2, 0]);
  });

  it('does not invent a second person', () => {
    const monologue = Array.from({ length: 20 }, (_, place) =>
      windowOf(place, [{ person: 2 }, { person: 2 }]),
    );
    expect(count(speakersOf(monologue))).toBe(1);
    expect(speakersOf([windowOf(0, [{ person: 2, cleanSeconds: 0.4 }])])).toEqual([0]);
    expect(speakersOf([])).toEqual([]);
  });

  it('does not make a person of a brief sound', () => {
    const windows = [windowOf(0, [{ person: 0 }, { person: 6, cleanSeconds: 0.5 }, { person: 0 }])];
    expect(count(speakersOf(windows))).toBe(1);
  });

  it.each([1, 2, 3, 4, 5])('finds exactly number_of_speakers: %i', (exact) => {
    expect(count(speakersOf(meeting(), { exact }))).toBe(exact);
  });

  it('lets number_of_speakers override the limits', () => {
    expect(count(speakersOf(meeting(), { exact: 2, least: 4, most: 1 }))).toBe(2);
  });

  it('counts brief voices if that many people are requested', () => {
    const windows = [windowOf(0, [{ person: 0 }, { person: 6, cleanSeconds: 0.5 }])];
    expect(count(speakersOf(windows, { exact: 2 }))).toBe(2);
    expect(count(speakersOf(windows, { least: 2 }))).toBe(2);
  });

  it('finds at least min_speakers and at most max_speakers', () => {
    expect(count(speakersOf(meeting(), { least: 4 }))).toBe(4);
    expect(count(speakersOf(meeting(), { least: 2 }))).toBe(3);
    expect(count(speakersOf(meeting(), { most: 2 }))).toBe(2);
    expect(count(speakersOf(meeting(), { most: 8 }))).toBe(3);
  });

  it('cannot find more people than there are voices', () => {
    expect(count(speakersOf(meeting(), { exact: 40 }))).toBe(5);
  });

  it('separates people who speak at once, although their voices are similar', () => {
    const similar = { person: 4, like: 5 };
    expect(count(speakersOf([windowOf(0, [{ person: 4 }, similar])]))).toBe(1);
    const together = [windowOf(0, [{ person: 4 }, { ...similar, over: true }])];
    expect(count(speakersOf(together))).toBe(2);
    expect(count(speakersOf(together, { most: 1 }))).toBe(1);
  });

  it('does not separate what the segmentation takes for one person', () => {
    const stretches = [
      windowOf(0, [
        { person: 4, followed: 0 },
        { person: 4, like: 5, over: true, followed: 0 },
      ]),
    ];
    expect(count(speakersOf(stretches))).toBe(1);
    expect(count(speakersOf(stretches, { exact: 2 }))).toBe(2);
  });

  it('takes one voice for one person, although the segmentation found two', () => {
    const halves = [windowOf(0, [{ person: 4 }, { person: 4, over: true }])];
    expect(count(speakersOf(halves))).toBe(1);
  });

  it('takes one voice in two channels for two people only if both speak at once', () => {
    const both = (place: number) => [windowOf(0, [{ person: 1 }], 0), windowOf(place, [{ person: 1 }], 1)];
    expect(speakersOf(both(0))).toEqual([0, 1]);
    expect(speakersOf(both(1))).toEqual([0, 0]);
    const alike = [windowOf(0, [{ person: 1 }], 0), windowOf(1, [{ person: 2, like: 1 }], 1)];
    expect(speakersOf(alike)).toEqual([0, 1]);
  });

  it('numbers people across channels, as many as are asked for', () => {
    const channelsOf = (windows: ChannelWindow[], limits: Partial<SpeakerLimits>) =>
      findSpeakers(windows, { ...NO_LIMITS, ...limits }, THRESHOLD).map(
        ({ channel, speaker }) => `${channel}:${speaker}`,
      );
    const two = [windowOf(0, [{ person: 1 }], 0), windowOf(1, [{ person: 2 }], 1)];
    expect(channelsOf(two, {})).toEqual(['0:0', '1:1']);
    expect(channelsOf(two, { exact: 1 })).toEqual(['0:0', '1:0']);
    expect(channelsOf(two, { most: 1 })).toEqual(['0:0', '1:0']);
    const three = [windowOf(0, [{ person: 1 }, { person: 2 }], 0), windowOf(1, [{ person: 3 }], 1)];
    expect(channelsOf(three, { exact: 3 })).toEqual(['0:0', '0:1', '1:2']);
    const moving = [windowOf(0, [{ person: 1 }, { person: 2 }], 0), windowOf(1, [{ person: 1 }], 1)];
    for (const limits of [{}, { exact: 2 }]) {
      expect(channelsOf(moving, limits)).toEqual(['0:0', '0:1', '1:0']);
    }
    const four = [0, 1, 2, 3].map((person) => windowOf(person, [{ person }], person));
    expect(count(speakersOf(four, { exact: 2 }))).toBe(2);
  });

  it('finds eight people in hours of recording', () => {
    const hours = Array.from({ length: 500 }, (_, place) =>
      windowOf(place, [{ person: place % 8 }, { person: (place + 1 + (place % 3)) % 8 }]),
    );
    expect(count(speakersOf(hours))).toBe(8);
    expect(count(speakersOf(hours, { exact: 5 }))).toBe(5);
  });

  it('respects any limits, keeps turns in order and numbers without gaps', () => {
    const said = fc.record({
      person: fc.integer({ min: 0, max: 5 }),
      cleanSeconds: fc.double({ min: 0.1, max: 6, noNaN: true }),
      over: fc.boolean(),
    });
    const recording = fc.array(
      fc.tuple(fc.array(said, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 1 })),
      { minLength: 1, maxLength: 6 },
    );
    const anyLimits = fc.record({
      exact: fc.option(fc.integer({ min: 1, max: 6 })),
      least: fc.integer({ min: 0, max: 3 }),
      most: fc.option(fc.integer({ min: 3, max: 6 })),
    });
    fc.assert(
      fc.property(recording, anyLimits, (windows, limits) => {
        const made = windows.map(([people, channel], place) => windowOf(place, people, channel));
        const turns = findSpeakers(made, limits, THRESHOLD);
        const found = turns.map(({ speaker }) => speaker);
        const most = limits.exact ?? limits.most ?? Number.POSITIVE_INFINITY;
        expect(count(found)).toBeLessThanOrEqual(most);
        expect(count(found)).toBeGreaterThanOrEqual(1);
        for (const channel of made.map((window) => window.channel)) {
          expect(turns.some((turn) => turn.channel === channel)).toBe(true);
        }
        expect([...new Set(found)]).toEqual(Array.from({ length: count(found) }, (_, index) => index));
        turns.slice(1).forEach((turn, index) => {
          expect(turn.start).toBeGreaterThanOrEqual(turns[index]?.start ?? 0);
        });
        for (const { start, end } of turns) expect(end).toBeGreaterThan(start);
      }),
      { numRuns: 60 },
    );
  });
});
