import type { AddonSchema } from '../addon.ts';

/** Specification §2.4, `sentences`. */
export const schema: AddonSchema = {
  key: 'sentences',
  stage: 'transcript',
  after: [],
  alsoTranslations: true,
};
