import { describe, expect, it } from 'vitest';
import type { ChannelSpeaker } from './join-channels.ts';
import { joinLines, meanLine } from './join-lines.ts';
import type { VoiceLine } from './voice-line.ts';

const speaker = (line: VoiceLine | null, ...turns: [number, number][]): ChannelSpeaker => ({
  channel: 0,
  centre: null,
  seconds: 10,
  line,
  turns: turns.map(([start, end]) => ({ speaker: 0, start, end })),
});
const near = { trebleDb: -12, pitchHz: 150 };
const phone = { trebleDb: -56, pitchHz: 141 };
const people = (...speakers: ChannelSpeaker[]) => joinLines(speakers.map((one) => [one])).length;

describe('joinLines', () => {
  it('joins one who goes on by telephone', () => {
    expect(people(speaker(near, [0, 5], [6, 10]), speaker(phone, [11, 20]))).toBe(1);
    expect(people(speaker(phone, [0, 5]), speaker(near, [6, 10]))).toBe(1);
  });

  it('is not misled by a word of the other before the change', () => {
    expect(people(speaker(near, [0, 5], [6, 10]), speaker(phone, [5.2, 5.8], [11, 20]))).toBe(1);
  });

  it.each([
    ['who talk in turn', speaker(near, [0, 5], [12, 20]), speaker(phone, [6, 11])],
    ['of other pitches', speaker(near, [0, 5]), speaker({ ...phone, pitchHz: 205 }, [6, 11])],
    ['of unknown pitch', speaker(near, [0, 5]), speaker({ ...phone, pitchHz: null }, [6, 11])],
    [
      'at two microphones',
      speaker({ ...near, trebleDb: 2 }, [0, 5]),
      speaker({ ...near, trebleDb: -30 }, [6, 11]),
    ],
    ['at one microphone', speaker(near, [0, 5]), speaker({ ...near, trebleDb: -20 }, [6, 11])],
    ['diarized by an older version', speaker(null, [0, 5]), speaker(phone, [6, 11])],
    ['in two channels', speaker(near, [0, 5]), { ...speaker(phone, [6, 11]), channel: 1 }],
  ])('leaves two people apart %s', (_, one, other) => expect(people(one, other)).toBe(2));

  it('leaves three people apart', () => {
    expect(people(speaker(near, [0, 5]), speaker(phone, [6, 11]), speaker(near, [12, 20]))).toBe(3);
  });
});

describe('meanLine', () => {
  it('weighs voices by their seconds', () => {
    const line = meanLine([
      { line: { trebleDb: -10, pitchHz: 100 }, seconds: 3 },
      { line: { trebleDb: -20, pitchHz: 1600 }, seconds: 1 },
      { line: { trebleDb: -12.5, pitchHz: null }, seconds: 4 },
      { seconds: 9 },
    ]);
    expect(line?.trebleDb).toBeCloseTo(-12.5);
    expect(line?.pitchHz).toBe(100);
    expect(meanLine([{ seconds: 9 }])).toBeNull();
  });
});
