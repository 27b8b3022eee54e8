import type { AddonSchema } from '../addon.ts';

/**
 * Specification §2.4, CustomSpellingConfig. Runs last of the word add-ons, because its author wants exactly this
 * spelling.
 */
export const schema: AddonSchema = {
  key: 'custom_spelling',
  stage: 'words',
  after: ['punctuation_enhanced', 'custom_vocabulary'],
};
