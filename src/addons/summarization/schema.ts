import type { AddonSchema, TimeLimit } from '../addon.ts';

/** A language model without a graphics processor reads some hundred words a second, and writes a few. */
export const timeLimit: TimeLimit = { seconds: 300, secondsPerMinute: 20 };

/** Specification §2.4, `summarization`. */
export const schema: AddonSchema = { key: 'summarization', stage: 'transcript', after: [], timeLimit };
