import type { AddonSchema } from '../addon.ts';

/** Specification §2.4, PiiRedactionConfig. */
export const schema: AddonSchema = { key: 'pii_redaction', stage: 'utterances', after: [] };
