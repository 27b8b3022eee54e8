import type { AddonSchema, TimeLimit } from '../addon.ts';

export const timeLimit: TimeLimit = { seconds: 300, secondsPerMinute: 20 };

/** `structured_data_extraction`: the specification shows only its result (§2.8); the classes are ours. */
export const schema: AddonSchema = {
  key: 'structured_data_extraction',
  stage: 'transcript',
  after: [],
  timeLimit,
};
