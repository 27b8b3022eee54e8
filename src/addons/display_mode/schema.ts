import type { AddonSchema } from '../addon.ts';

/** Specification §2.4, `display_mode`. */
export const schema: AddonSchema = { key: 'display_mode', stage: 'transcript', after: [] };
