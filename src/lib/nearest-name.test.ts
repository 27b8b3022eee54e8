import { expect, it } from 'vitest';
import { caseRows } from '../../tests/runner/case-rows.ts';
import { nearestName } from './nearest-name.ts';

const NAMES = ['diarization', 'diarization_config', 'model', 'span', 'custom_vocabulary', 'translation'];

it.each(caseRows<[string, string | null]>(import.meta.url, 'nearest'))('reads %j as %j', (written, meant) => {
  expect(nearestName(written, NAMES)).toBe(meant);
});
