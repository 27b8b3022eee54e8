import type { AddonSchema } from '../addon.ts';

export const schema: AddonSchema = {
  key: 'sentiment_analysis',
  stage: 'transcript',
  after: [],
  // A model of 125 MB reads some ten sentences per second on a slow CPU.
  timeLimit: { seconds: 180, secondsPerMinute: 10 },
};
