import type { AddonSchema, TimeLimit } from '../addon.ts';

/** Every prompt may read the whole transcript; answers finished within the limit are kept. */
export const timeLimit: TimeLimit = { seconds: 900, secondsPerMinute: 60 };

/** Specification §2.4, `audio_to_llm`. */
export const schema: AddonSchema = { key: 'audio_to_llm', stage: 'transcript', after: [], timeLimit };
