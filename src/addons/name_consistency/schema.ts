import type { AddonSchema } from '../addon.ts';

export const schema: AddonSchema = {
  key: 'name_consistency',
  stage: 'utterances',
  after: [],
  mayFail: true,
  // A model of 180 MB reads some hundred words per second on a slow CPU.
  timeLimit: { seconds: 180, secondsPerMinute: 10 },
};
