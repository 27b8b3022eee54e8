import { expect, it } from 'vitest';
import { signalNotes } from './signal-notes.ts';

it('says what is wrong with the sound of a recording, and nothing if nothing is', () => {
  expect(signalNotes(undefined)).toEqual([]);
  expect(signalNotes({ peakDb: -3, loudDb: -20, clippedShare: 0.001 })).toEqual([]);
  expect(signalNotes({ peakDb: -120, loudDb: -120, clippedShare: 0 })[0]).toMatch(
    /^The recording is silent\./,
  );
  expect(signalNotes({ peakDb: -40, loudDb: -55, clippedShare: 0 })[0]).toMatch(/very quiet \(55 dB/);
  expect(signalNotes({ peakDb: 0, loudDb: -6, clippedShare: 0.3 })[0]).toMatch(/distorted: 30%/);
});
