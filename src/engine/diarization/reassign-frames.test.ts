import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPEAKER_RULES } from './find-speakers.ts';
import { type ActiveFrames, reassignFrames, type TrackedWindow } from './reassign-frames.ts';
import { FRAME_SAMPLES } from './speaker-activity.ts';
import { packVectors, unpackVectors, type VoiceTrack } from './voice-track.ts';

const COST = SPEAKER_RULES.changeCost;

const SIZE = 8;
/** A stretch is ten frames long, one every two frames. */
const STRETCH = 10;
const STEP = 2;

const voiceOf = (person: number) =>
  Float32Array.from({ length: SIZE }, (_, axis) => (axis === person ? 1 : 0.1));

/** What a window sounds like where these people really speak, by frame; null for nobody. */
function trackOf(people: readonly (number | null)[]): VoiceTrack {
  const count = 1 + Math.floor((people.length - STRETCH) / STEP);
  const vectors = Array.from({ length: count }, (_, place) => {
    const person = people[place * STEP + STRETCH / 2];
    return person === null || person === undefined ? null : voiceOf(person);
  });
  return {
    stretchSamples: STRETCH * FRAME_SAMPLES,
    stepSamples: STEP * FRAME_SAMPLES,
    size: SIZE,
    vectors: packVectors(vectors, SIZE),
  };
}

/** "aab.B": speaker 0, 0, 1, nobody, both; each letter stands for ten frames. */
function activeFrames(text: string, speakers: readonly number[] = [0, 1]): ActiveFrames {
  return new Map(
    speakers.map((speaker) => [
      speaker,
      Uint8Array.from([...text].flatMap((letter) => new Array<number>(10).fill(speaks(letter, speaker)))),
    ]),
  );
}
const speaks = (letter: string, speaker: number): number =>
  letter === 'B' ? Number(speaker < 2) : Number(letter.charCodeAt(0) - 97 === speaker);

const people = (text: string): (number | null)[] =>
  [...text].flatMap((letter) =>
    new Array<number | null>(10).fill(letter === '.' ? null : letter.charCodeAt(0) - 97),
  );

const shown = (active: ActiveFrames): string =>
  Array.from({ length: (active.get(0)?.length ?? 0) / 10 }, (_, place) => {
    const frame = place * 10 + 5;
    const on = [...active].filter(([, row]) => row[frame] === 1).map(([speaker]) => speaker);
    return on.length === 0 ? '.' : on.length > 1 ? 'B' : String.fromCharCode(97 + (on[0] ?? 0));
  }).join('');

const settled = (grouped: string, spoken: string) =>
  reassignFrames([{ active: activeFrames(grouped), track: trackOf(people(spoken)) }], COST).map(shown);

describe('frames of one speaker', () => {
  it('go to whom they sound like, where the segmentation took two people for one', () => {
    expect(settled('aaaaabbbaaaaaaaa', 'aaaaabbbaaabbbaa')).toEqual(['aaaaabbbaaabbbaa']);
  });

  it('stay where the grouping was right', () => {
    expect(settled('aaabbb..abab', 'aaabbb..abab')).toEqual(['aaabbb..abab']);
  });

  it('are compared with voices from all windows', () => {
    const windows: TrackedWindow[] = [
      { active: activeFrames('aaaabbbb'), track: trackOf(people('aaaabbbb')) },
      { active: activeFrames('aaaaaaaa'), track: trackOf(people('aaaabbbb')) },
    ];
    expect(reassignFrames(windows, COST).map(shown)).toEqual(['aaaabbbb', 'aaaabbbb']);
  });

  it('leave pauses and overlapped speech alone', () => {
    expect(settled('aaaa.BBB.bbbbaaa', 'aaaa.aaa.bbbbbbb')).toEqual(['aaaa.BBB.bbbbbbb']);
  });

  it('stay in a window that was diarized without a track, and with one speaker', () => {
    const active = activeFrames('aaabbb');
    expect(reassignFrames([{ active }], COST)).toEqual([active]);
    const single = activeFrames('aaaa', [0]);
    expect(reassignFrames([{ active: single, track: trackOf(people('abab')) }], COST)).toEqual([single]);
  });

  it('never leave a speaker with nothing, nor take from one who hardly spoke alone', () => {
    // The second voice sounds like the first throughout.
    expect(settled('aaaaaabbbb', 'aaaaaaaaaa')).toEqual(['aaaaaabbbb']);
  });
});

describe('any windows', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'B', '.'), { minLength: 2, maxLength: 20 });

  it('keep who speaks at all, when somebody speaks, and how many at once', () => {
    fc.assert(
      fc.property(letters, letters, (grouped, spoken) => {
        const active = activeFrames(grouped.join(''), [0, 1, 2]);
        const truth = people(spoken.join('').replaceAll('B', 'a'));
        const [after = new Map<number, Uint8Array>()] = reassignFrames(
          [{ active, track: trackOf(truth) }],
          COST,
        );
        const count = (all: ActiveFrames, frame: number) =>
          [...all.values()].reduce((sum, row) => sum + (row[frame] ?? 0), 0);
        for (let frame = 0; frame < grouped.length * 10; frame++) {
          expect(count(after, frame)).toBe(count(active, frame));
        }
        const speakers = (all: ActiveFrames) =>
          [...all].filter(([, row]) => row.includes(1)).map(([one]) => one);
        expect(speakers(after)).toEqual(speakers(active));
      }),
    );
  });
});

describe('packed vectors', () => {
  it('are the same directions again, to two digits, and nothing stays nothing', () => {
    const vectors = [Float32Array.of(0.6, -0.8, 0), null, Float32Array.of(0, 0, -1)];
    const track = { stretchSamples: 1, stepSamples: 1, size: 3, vectors: packVectors(vectors, 3) };
    const read = unpackVectors(track);
    expect(read[1]).toBeNull();
    for (const at of [0, 2]) {
      read[at]?.forEach((value, axis) => {
        expect(value).toBeCloseTo(vectors[at]?.[axis] ?? 0, 2);
      });
    }
    expect(JSON.parse(JSON.stringify(track))).toEqual(track);
  });
});
