import type { AddonSchema } from '../addon.ts';

export const schema: AddonSchema = {
  key: 'pii_redaction',
  stage: 'utterances',
  // Names are found more surely when they are spelled in one way.
  after: ['name_consistency'],
  // Two models may read every word; who needs redaction does not want to lose the transcript to a slow processor.
  timeLimit: { seconds: 300, secondsPerMinute: 20 },
};
