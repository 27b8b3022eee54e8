import { expect, test } from 'vitest';
import type { SubmitOptions } from '../../client/recordings/submit-recording.ts';
import { fileOptions, SAME } from './own-options.ts';

const shared: SubmitOptions = {
  model: 'stt-3',
  languages: ['de', 'fr'],
  codeSwitching: true,
  quality: 'careful',
  speakers: 2,
  addons: { summarization: true },
};

test('a file without options of its own has those of all', () => {
  expect(fileOptions(shared, SAME)).toEqual(shared);
});

test('a language of its own leaves a model that may not know it, and everything else', () => {
  expect(fileOptions(shared, { ...SAME, language: 'cy' })).toEqual({
    ...shared,
    model: 'automatic',
    languages: ['cy'],
    codeSwitching: false,
  });
  expect(fileOptions(shared, { ...SAME, language: '' })).toEqual({ ...shared, languages: [] });
});

test.each([
  ['none', null],
  ['unknown', 'unknown'],
  ['5', 5],
])('speakers of its own: %s', (speakers, expected) => {
  expect(fileOptions(shared, { ...SAME, speakers })).toEqual({ ...shared, speakers: expected });
});
