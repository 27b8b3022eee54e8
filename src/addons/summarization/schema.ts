import type { AddonSchema, TimeLimit } from '../addon.ts';

/** Without a GPU a language model reads some hundred words per second and writes a few. */
export const timeLimit: TimeLimit = { seconds: 300, secondsPerMinute: 20 };

/** Specification §2.4, `summarization`. */
export const schema: AddonSchema = { key: 'summarization', stage: 'transcript', after: [], timeLimit };
