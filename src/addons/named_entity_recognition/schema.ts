import type { AddonSchema } from '../addon.ts';

export const schema: AddonSchema = {
  key: 'named_entity_recognition',
  stage: 'transcript',
  after: [],
  // A model of 180 MB reads some hundred words a second on a slow processor.
  timeLimit: { seconds: 180, secondsPerMinute: 10 },
};
