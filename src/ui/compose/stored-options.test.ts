import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { type StoredOptions, storedOptions } from './stored-options.ts';

const DEFAULTS: StoredOptions = {
  model: 'automatic',
  languages: [],
  codeSwitching: false,
  quality: 'fast',
  tellSpeakers: true,
  numberOfSpeakers: null,
  addons: {},
};

describe('options that were kept', () => {
  it('keep their quality; older ones, and ones of a later version, are fast', () => {
    expect(storedOptions({ quality: 'careful', addons: {} })).toMatchObject({ quality: 'careful' });
    expect(storedOptions({ addons: {} })).toMatchObject({ quality: 'fast' });
    expect(storedOptions({ quality: 'perfect', addons: {} })).toMatchObject({ quality: 'fast' });
  });

  it('come back as they were', () => {
    const kept: StoredOptions = {
      model: 'stt-fusion',
      languages: ['de', 'haw'],
      codeSwitching: true,
      quality: 'careful',
      tellSpeakers: false,
      numberOfSpeakers: 2,
      addons: { summarization: true, summary_type: 'concise', target_languages: ['fr'] },
    };
    expect(storedOptions(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([null, 7, 'options', [], {}])('are the defaults where %j was kept', (stored) => {
    expect(storedOptions(stored)).toEqual(DEFAULTS);
  });

  it.each(
    caseRows<{
      model?: string;
      languages?: string[] | string;
      codeSwitching?: string;
      tellSpeakers?: number;
      numberOfSpeakers?: string | number;
      addons?: string[] | { summarization: { deep: boolean } };
    }>(import.meta.url, 'fallBackTo'),
  )('fall back to the default for %j', (stored) => {
    expect(storedOptions(stored)).toEqual(DEFAULTS);
  });
});
