import { z } from '../zod.ts';

// Apart from what they describe: the first view shows messages, and reads none that was stored.

export const messageData = z.object({
  text: z.string(),
  values: z.array(z.unknown()).optional(),
});

export const storedFailure = z.object({
  code: z.string(),
  status: z.int().min(400).max(599),
  message: z.string(),
  text: messageData.optional(),
  remedy: messageData.optional(),
});
