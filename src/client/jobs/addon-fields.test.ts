import { expect, it } from 'vitest';
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
