import type { AddonSchema } from '../addon.ts';

export const schema: AddonSchema = {
  key: 'named_entity_recognition',
  stage: 'transcript',
  after: [],
  // A model of 180 MB reads some hundred words per second on a slow CPU.
  timeLimit: { seconds: 180, secondsPerMinute: 10 },
};
