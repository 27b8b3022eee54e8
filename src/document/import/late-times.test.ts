import { expect, it } from 'vitest';
import { importedDocument } from './imported-document.ts';

const passage = (start: number) => ({
  start,
  end: start + 1,
  text: 'Hi.',
  rows: ['Hi.'],
  voice: null,
  channel: 0,
  language: null,
  words: null,
});

it.each([
  ['of a tape that begins at ten hours', [36_012.5, 36_020], [12.5, 20], 1],
  ['of the day', [37_883, 37_890], [0, 7], 1],
  ['of the recording', [5, 20], [5, 20], 0],
  ['of the recording, with some behind its end', [5, 3700], [5, 3700], 0],
  ['of another recording that is longer', [100, 5000], [100, 5000], 0],
])('times %s', (_, starts, placed, notes) => {
  const { cues, imported } = importedDocument({
    passages: starts.map(passage),
    from: { name: 'a.srt', format: 'srt', notes: [] },
    machine: null,
    duration: 60,
    language: 'en',
  });
  expect(cues?.map(({ start }) => start)).toEqual(placed);
  expect(imported?.notes).toHaveLength(notes);
  expect(imported?.texts ?? []).toHaveLength(notes);
});
