import { expect, it } from 'vitest';
import { job } from '../../../../tests/fakes/empty-database.ts';
import { withMarks } from './with-marks.ts';

const { params } = job();

it.each([
  [['zipformer-gigaspeech-3.3m'], true],
  [['zipformer-en-20m'], true],
  [['whisper-base-q8'], false],
  [['parakeet-ultra'], false],
  [['whisper-base', 'zipformer-en-20m'], false],
])('punctuation is added to the words of %s: %s', async (ids, isAdded) => {
  const request = await withMarks(params, ids);
  expect(request.punctuation_enhanced).toBe(isAdded);
  expect({ ...request, punctuation_enhanced: false }).toEqual(params);
});
