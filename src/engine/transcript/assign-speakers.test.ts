import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecognisedWord, WindowTranscript } from '../asr/asr-engine.ts';
import type { ChannelTurn } from '../diarization/find-speakers.ts';
import { assignSpeakers } from './assign-speakers.ts';
import { buildTranscript } from './build-transcript.ts';
import type { TimedWord } from './timed-word.ts';

const word = (startMs: number, endMs: number, text = ' so'): TimedWord => ({
  text,
  startMs,
  endMs,
  confidence: 0.9,
  language: 'en',
  channel: 0,
  window: 0,
});

const turn = (speaker: number, start: number, end: number, channel = 0): ChannelTurn => ({
  speaker,
  start,
  end,
  channel,
});

const speakers = (words: TimedWord[], turns: ChannelTurn[], channel = 0) =>
  assignSpeakers(words, turns, channel).map(({ speaker }) => speaker);

describe('the speaker of a word', () => {
  it('is the one whose turns overlap it most', () => {
    const turns = [turn(0, 0, 1.2), turn(1, 1.2, 3)];
    expect(speakers([word(0, 500), word(900, 1400), word(1100, 1500)], turns)).toEqual([0, 0, 1]);
  });

  it('is doubtful where the voices say so, by word and utterance', () => {
    const sureness = [
      { channel: 0, start: 0, end: 1, confidence: 0.95 },
      { channel: 0, start: 1, end: 1.2, confidence: 0.4 },
      { channel: 0, start: 1.2, end: 2, confidence: 0.6 },
      { channel: 1, start: 0, end: 2, confidence: 0.1 },
    ];
    const words = [word(0, 800), word(1000, 1400), word(1500, 2000)];
    const assigned = assignSpeakers(words, [turn(0, 0, 2)], 0, sureness);
    expect(assigned.map(({ speakerConfidence }) => speakerConfidence)).toEqual([undefined, 0.5, undefined]);
    const windows: WindowTranscript[] = [
      {
        index: 0,
        channel: 0,
        start: 0,
        end: 2,
        segments: [
          {
            language: 'en',
            languageConfidence: 1,
            words: words.map(({ text, startMs, endMs, confidence }) => ({
              word: text,
              start: startMs / 1000,
              end: endMs / 1000,
              confidence,
            })),
          },
        ],
      },
    ];
    const [utterance] = buildTranscript(windows, [turn(0, 0, 2)], sureness).utterances;
    expect(utterance?.speaker_confidence).toBe(0.5);
    expect(utterance?.words.map((one) => one.speaker_confidence)).toEqual([undefined, 0.5, undefined]);
  });

  it('is found by all turns of a speaker together', () => {
    expect(speakers([word(0, 1000)], [turn(0, 0, 0.3), turn(1, 0.3, 0.7), turn(0, 0.7, 1)])).toEqual([0]);
  });

  it('stays the previous word’s speaker if two speak at once', () => {
    const turns = [turn(0, 0, 4), turn(1, 2, 4)];
    expect(speakers([word(1000, 1500), word(2500, 3000)], turns)).toEqual([0, 0]);
    const other = [turn(1, 0, 4), turn(0, 2, 4)];
    expect(speakers([word(1000, 1500), word(2500, 3000)], other)).toEqual([1, 1]);
  });

  it('is the nearest one if nobody was heard', () => {
    const turns = [turn(0, 0, 1), turn(1, 4, 5)];
    expect(speakers([word(1200, 1500), word(3000, 3500), word(8000, 8100)], turns)).toEqual([0, 1, 1]);
  });

  it('is never from another channel', () => {
    const turns = [turn(0, 0, 9, 0), turn(1, 0, 9, 1)];
    expect(speakers([word(0, 500)], turns, 1)).toEqual([1]);
    expect(speakers([word(0, 500), word(600, 700)], turns, 2)).toEqual([4, 4]);
    expect(speakers([word(0, 500)], [])).toEqual([1]);
  });

  it('leaves the words unchanged, whatever they and the turns are', () => {
    const words = fc.array(fc.tuple(fc.nat(900), fc.nat(800)), { maxLength: 40 }).map((spans) => {
      let at = 0;
      return spans.map(([gap, length], index) => {
        const startMs = at + gap;
        at = startMs + length + 1;
        return word(startMs, at, ` w${index}`);
      });
    });
    const turns = fc.array(
      fc
        .tuple(fc.nat(3), fc.nat(30_000), fc.nat(8_000), fc.nat(1))
        .map(([speaker, start, length, channel]) =>
          turn(speaker, start / 1000, (start + length + 1) / 1000, channel),
        ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(words, turns, (said, spoken) => {
        const assigned = assignSpeakers(said, spoken, 0);
        expect(assigned.map(({ speaker: _, ...rest }) => rest)).toEqual(said);
        const known = new Set(spoken.filter(({ channel }) => channel === 0).map(({ speaker }) => speaker));
        for (const [index, { speaker }] of assigned.entries()) {
          expect(speaker).toBeDefined();
          if (known.size > 0) expect(known.has(speaker ?? -1)).toBe(true);
          expect(speaker).toBe(slowest(said[index], spoken, assigned[index - 1]?.speaker) ?? speaker);
        }
      }),
    );
  });
});

/** The speaker by definition, over all turns; undefined if there is no turn. */
function slowest(one: TimedWord | undefined, turns: ChannelTurn[], before: number | undefined) {
  const shared = new Map<number, number>();
  for (const { speaker, start, end, channel } of turns) {
    const common =
      Math.min(Math.round(end * 1000), one?.endMs ?? 0) -
      Math.max(Math.round(start * 1000), one?.startMs ?? 0);
    if (channel === 0 && common > 0) shared.set(speaker, (shared.get(speaker) ?? 0) + common);
  }
  const most = Math.max(...shared.values());
  const best = [...shared].filter(([, common]) => common === most).map(([speaker]) => speaker);
  if (best.length > 1) return before !== undefined && best.includes(before) ? before : undefined;
  return best[0];
}

describe('a transcript with speakers', () => {
  const spoken = (text: string, start: number): RecognisedWord[] =>
    text.split(' ').map((part, index) => ({
      word: ` ${part}`,
      start: start + index * 0.4,
      end: start + index * 0.4 + 0.3,
      confidence: 0.9,
    }));
  const windowOf = (words: RecognisedWord[], channel = 0): WindowTranscript => ({
    index: channel,
    channel,
    start: 0,
    end: 10,
    segments: [{ language: 'en', languageConfidence: 1, words }],
  });

  it('ends an utterance where the speaker changes, and numbers speakers by first appearance', () => {
    const { utterances } = buildTranscript(
      [windowOf(spoken('where is it here on the table good', 0))],
      [turn(7, 0, 1.15), turn(2, 1.15, 2.75), turn(7, 2.75, 4)],
    );
    expect(utterances.map(({ speaker, text }) => [speaker, text])).toEqual([
      [0, 'where is it'],
      [1, 'here on the table'],
      [0, 'good'],
    ]);
  });

  it('has different speakers in different channels', () => {
    const { utterances } = buildTranscript(
      [windowOf(spoken('one two', 1)), windowOf(spoken('three four', 0), 1)],
      [turn(0, 0, 3, 0), turn(1, 0, 3, 1)],
    );
    expect(utterances.map(({ speaker, channel }) => [speaker, channel])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('has no speakers without diarization', () => {
    const [utterance] = buildTranscript([windowOf(spoken('one two', 0))]).utterances;
    expect(utterance).not.toHaveProperty('speaker');
  });
});
