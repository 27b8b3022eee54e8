import type { AddonSchema } from '../addon.ts';

/** Specification §2.4, `punctuation_enhanced`. */
export const schema: AddonSchema = { key: 'punctuation_enhanced', stage: 'words', after: [] };
