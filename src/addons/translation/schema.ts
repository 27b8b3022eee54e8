import type { AddonSchema } from '../addon.ts';

/**
 * Specification §2.4, `translation` and TranslationConfig. Without a GPU a large model takes about as long as the
 * recording.
 */
export const schema: AddonSchema = {
  key: 'translation',
  stage: 'transcript',
  after: [],
  timeLimit: { seconds: 300, secondsPerMinute: 180 },
};
