import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const NAMES = ['diarization', 'diarization_config', 'model', 'span', 'custom_vocabulary', 'translation'];

it.each([
  ['diarisation', 'diarization'],
  ['diarisation_config', 'diarization_config'],
  ['customVocabulary', 'custom_vocabulary'],
  ['Modell', 'model'],
  ['spam', 'span'],
  ['translations', 'translation'],
  ['trasnlation', 'translation'],
  ['spa', 'span'],
  ['pain', null],
  ['temperature', null],
  ['', null],
])('reads %j as %j', (written, meant) => {
  expect(nearestName(written, NAMES)).toBe(meant);
});
