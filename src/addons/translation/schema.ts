import type { AddonSchema } from '../addon.ts';

/** Specification §2.4, `translation` and TranslationConfig. A large model without a GPU needs about as long as the recording. */
export const schema: AddonSchema = {
  key: 'translation',
  stage: 'transcript',
  after: [],
  timeLimit: { seconds: 300, secondsPerMinute: 180 },
};
