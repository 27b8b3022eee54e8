import { expect, it } from 'vitest';
import { inEnglish } from '../../../lib/errors/msg.ts';
import { signalNotes as notesOf } from './signal-notes.ts';

const signalNotes = (...given: Parameters<typeof notesOf>) => notesOf(...given).map(inEnglish);

it('says what is wrong with the sound of a recording, and nothing if nothing is', () => {
  expect(signalNotes(undefined)).toEqual([]);
  expect(signalNotes({ peakDb: -3, loudDb: -20, clippedShare: 0.001 })).toEqual([]);
  expect(signalNotes({ peakDb: -120, loudDb: -120, clippedShare: 0 })[0]).toMatch(
    /^The recording is silent\./,
  );
  expect(signalNotes({ peakDb: -40, loudDb: -55, clippedShare: 0 })[0]).toMatch(/very quiet \(55 dB/);
  expect(signalNotes({ peakDb: 0, loudDb: -6, clippedShare: 0.3 })[0]).toMatch(/distorted: 30%/);
});

it('calls silent only what is', () => {
  const faint = { peakDb: -75, loudDb: -80, clippedShare: 0 };
  expect(signalNotes(faint, { isPart: true })).toEqual(['This part of the recording is silent.']);
  expect(signalNotes(faint, { hasWords: true })[0]).toMatch(/very quiet/);
});
