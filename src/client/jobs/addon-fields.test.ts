import { describe, expect, it } from 'vitest';
import { addonFields } from './addon-fields.ts';

it('asks for what was chosen of each kind, and for nothing else', () => {
  expect(
    addonFields({
      sentiment_analysis: true,
      named_entity_recognition: false,
      summarization: 'bullet_points',
      translation: ['de'],
      custom_vocabulary: ' Earshot \n\nsvelte',
      unknown: true,
    }),
  ).toEqual({
    sentiment_analysis: true,
    summarization: true,
    summarization_config: { type: 'bullet_points' },
    translation: true,
    translation_config: { target_languages: ['de'] },
    custom_vocabulary: true,
    custom_vocabulary_config: { vocabulary: ['Earshot', 'svelte'] },
  });
  expect(addonFields({ summarization: '', translation: [], custom_vocabulary: '\n' })).toEqual({});
});

describe('the fields of strong words', () => {
  const configOf = (choices: Record<string, string>) => addonFields(choices).profanity_filter_config;

  it('have a replacement where words are replaced, and further words always', () => {
    const written = { 'profanity_filter.replacement': ' beep ', 'profanity_filter.words': 'heck*\n\n darn' };
    expect(configOf({ profanity_filter: 'replace', ...written })).toEqual({
      method: 'replace',
      replacement: 'beep',
      words: ['heck*', 'darn'],
    });
    expect(configOf({ profanity_filter: 'mask', ...written })).toEqual({
      method: 'mask',
      words: ['heck*', 'darn'],
    });
    expect(configOf({ profanity_filter: 'replace' })).toEqual({ method: 'replace', replacement: '[…]' });
    expect(addonFields({ profanity_filter: '', ...written })).toEqual({});
  });
});
