import { z } from '../../lib/zod.ts';

/** The language code is `zh` for both. */
export const chineseScript = z.enum(['simplified', 'traditional']);

export type ChineseScript = z.infer<typeof chineseScript>;
