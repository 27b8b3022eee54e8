import { describe, expect, it } from 'vitest';
import type { WindowTranscript } from '../../../engine/asr/asr-engine.ts';
import { inEnglish } from '../../../lib/errors/msg.ts';
import { clockTime, recognitionNotes as notesOf } from './recognition-notes.ts';

const recognitionNotes = (...given: Parameters<typeof notesOf>) => {
  const { notes, session } = notesOf(...given);
  return { notes: notes.map(inEnglish), session };
};

const window = (index: number, unheard?: WindowTranscript['unheard'], channel = 0): WindowTranscript => ({
  index,
  channel,
  start: 0,
  end: 30,
  segments: [],
  unheard,
});

it('counts slower ways, and names once what could not be done', () => {
  const notesOn = (...parts: Partial<WindowTranscript>[]) =>
    recognitionNotes(parts.map((part, index) => ({ ...window(index), ...part })));
  const slow = notesOn(
    { heardWhole: 1, fallbacks: ['whole-window'] },
    { heardWhole: 2, fallbacks: ['whole-window'] },
  );
  expect(slow.session).toEqual({ heard_whole: 3, fallbacks: ['whole-window'] });
  expect(slow.notes).toEqual([expect.stringMatching(/always needs 30 s of sound/)]);
  expect(notesOn({ fallbacks: ['no-beam'] }).notes).toEqual([
    expect.stringMatching(/"careful" changed nothing/),
  ]);
  expect(notesOn({}, { fallbacks: ['beam-failed'] }).notes).toEqual([
    expect.stringMatching(/lack of memory/),
  ]);
  expect(notesOn({})).toEqual({ notes: [], session: {} });
});

it('says which model found the language, if another one did', () => {
  const { notes, session } = recognitionNotes([window(0), { ...window(1), languageFoundBy: 'whisper-base' }]);
  expect(session).toEqual({ language_found_by: 'whisper-base' });
  expect(notes).toEqual([]);
});

it('says that the vote of two recognisers changed nothing', () => {
  const votes = (...changed: boolean[]) =>
    recognitionNotes(changed.map((changedByVote, index) => ({ ...window(index), changedByVote })));
  expect(votes(false, false).notes).toEqual([expect.stringMatching(/changed nothing/)]);
  expect(votes(false, false).session).toEqual({ changed_by_vote: 0 });
  expect(votes(false, true)).toEqual({ notes: [], session: { changed_by_vote: 1 } });
});

it('says that the confidence is low throughout, unless that is of a few words', () => {
  const notesWith = (...confidences: number[]) => {
    const words = confidences.map((confidence, at) => ({ word: ' a', start: at, end: at + 1, confidence }));
    const segments = [{ language: 'en', languageConfidence: 1, words }];
    return recognitionNotes([window(1), { ...window(0), segments }]);
  };
  expect(notesWith(0.3, 0.9, 0.4, 0.5, 0.6)).toEqual({
    notes: [expect.stringMatching(/^Low confidence throughout/)],
    session: { low_confidence: 0.54 },
  });
  expect(notesWith(0.3, 0.9, 0.9, 0.9, 0.6)).toEqual({ notes: [], session: {} });
  expect(notesWith(0.3, 0.4)).toEqual({ notes: [], session: {} });
});

it('doubts the language where none of the text is sure of it', () => {
  const words = [{ word: ' Ja', start: 0, end: 1, confidence: 1 }];
  const written = (languageConfidence: number) => ({
    ...window(0),
    segments: [{ language: 'de', languageConfidence, words }],
  });
  const { notes, session } = recognitionNotes([written(0.4), window(1)]);
  expect(notes).toEqual([expect.stringMatching(/^Perhaps this is not in German/)]);
  expect(session).toEqual({ unsure_language: 'de' });
  expect(recognitionNotes([written(0.4), written(0.9)]).notes).toEqual([]);
});

describe('speech that nothing was recognised in', () => {
  it('is told with its time, to people and to programs', () => {
    const { notes, session } = recognitionNotes([
      window(1, [{ start: 75.2, end: 81 }]),
      window(0, [{ start: 12, end: 16.5 }]),
    ]);
    expect(notes).toEqual([
      'Somebody seems to speak from 0:12 to 0:16, from 1:15 to 1:21, but no words were recognised there.',
    ]);
    expect(session).toEqual({
      unheard: [
        { channel: 0, start: 12, end: 16.5 },
        { channel: 0, start: 75.2, end: 81 },
      ],
    });
  });

  it('is one stretch across the border of two windows, and separate in two channels', () => {
    const parts = [
      window(0, [{ start: 20, end: 29.8 }]),
      window(1, [{ start: 30, end: 34 }]),
      window(2, [{ start: 21, end: 25 }], 1),
    ];
    expect(recognitionNotes(parts).session.unheard).toEqual([
      { channel: 0, start: 20, end: 34 },
      { channel: 1, start: 21, end: 25 },
    ]);
  });

  it('has clock times', () => {
    expect([clockTime(5.9), clockTime(61), clockTime(3725)]).toEqual(['0:05', '1:01', '1:02:05']);
  });
});

describe('another language than the one used', () => {
  const spoken = (language: string, start: number, end: number, switched = false): WindowTranscript => ({
    ...window(0),
    otherLanguages: [{ language, confidence: 0.98, start, end, switched }],
  });

  it('is told with its time and a remedy', () => {
    const { notes, session } = recognitionNotes([spoken('de', 31, 58), spoken('de', 58.5, 70)]);
    expect(notes).toEqual([
      'German is spoken from 0:31 to 1:10. The text there is a guess: transcribe the recording again with code switching.',
    ]);
    expect(session).toMatchObject({
      other_languages: [{ channel: 0, language: 'de', start: 31, end: 70, switched: false }],
    });
  });

  it('is told as not what was asked for, if one language was', () => {
    expect(recognitionNotes([spoken('en', 0, 6)], ['fr']).notes).toEqual([
      'French was asked for, but English is spoken from 0:00 to 0:06. The text there is a guess.',
    ]);
  });

  it('needs no sentence where it was transcribed nevertheless', () => {
    const { notes, session } = recognitionNotes([spoken('de', 31, 58, true)]);
    expect(notes).toEqual([]);
    expect(session).toMatchObject({ other_languages: [{ switched: true }] });
  });
});
