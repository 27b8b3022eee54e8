import { describe, expect, it } from 'vitest';
import type { AddonKey, AddonSchema } from '../../../addons/addon-schema.ts';
import { addonSchemas } from '../../../addons/addon-schemas.ts';
import { requestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import { requestedAddons } from './addon-order.ts';

const request = (...keys: AddonKey[]) =>
  requestParams.parse({ audio_url: null, ...Object.fromEntries(keys.map((key) => [key, true])) });

const schema = (key: AddonKey, ...after: AddonKey[]): AddonSchema => ({ key, stage: 'words', after });

describe('the order of add-ons', () => {
  it('is found from folders, each named like its switch', () => {
    const keys = addonSchemas.map(({ key }) => key);
    expect(keys).toContain('custom_spelling');
    expect(keys).toContain('subtitles');
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('contains what was requested, and nothing else', () => {
    expect(requestedAddons(request('sentences'), 'transcript')).toEqual(['sentences']);
    expect(requestedAddons(request('sentences'), 'words')).toEqual([]);
  });

  it('puts each after those it names, however many steps away', () => {
    const schemas = [
      schema('custom_spelling', 'custom_vocabulary'),
      schema('custom_vocabulary', 'punctuation_enhanced'),
      schema('punctuation_enhanced'),
    ];
    const all = request('custom_spelling', 'custom_vocabulary', 'punctuation_enhanced');
    expect(requestedAddons(all, 'words', schemas)).toEqual([
      'punctuation_enhanced',
      'custom_vocabulary',
      'custom_spelling',
    ]);
    // The one in between was not requested, so the others do not wait for it.
    expect(requestedAddons(request('custom_spelling'), 'words', schemas)).toEqual(['custom_spelling']);
  });

  it('rejects add-ons that depend on each other', () => {
    const schemas = [schema('sentences', 'subtitles'), schema('subtitles', 'sentences')];
    expect(() => requestedAddons(request('sentences', 'subtitles'), 'words', schemas)).toThrow(
      /sentences → subtitles → sentences/,
    );
  });
});
