import { messageData } from '../../lib/errors/stored-failure.ts';
import { z } from '../../lib/zod.ts';

/** Specification §7; `validation_errors` is present only with status 400. */
export const errorBody = z.object({
  timestamp: z.iso.datetime(),
  path: z.string(),
  request_id: z.string(),
  statusCode: z.int(),
  message: z.string(),
  /** The message as data, for other languages. */
  texts: z.array(messageData).optional(),
  validation_errors: z.array(z.string()).optional(),
});

export type ErrorBody = z.infer<typeof errorBody>;
