import type { AddonSchema } from '../addon.ts';

/** Specification §2.4, CustomVocabularyConfig. */
export const schema: AddonSchema = {
  key: 'custom_vocabulary',
  stage: 'words',
  after: ['punctuation_enhanced'],
};
