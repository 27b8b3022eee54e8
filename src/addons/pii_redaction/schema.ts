import type { AddonSchema } from '../addon.ts';

export const schema: AddonSchema = {
  key: 'pii_redaction',
  stage: 'utterances',
  // Names are found more reliably once their spelling is consistent.
  after: ['name_consistency'],
  // Two models may read every word, and a slow CPU must not cost the redaction its transcript.
  timeLimit: { seconds: 300, secondsPerMinute: 20 },
};
