import { z } from 'zod';
import type { AppError } from '../lib/errors.ts';

/** Why an add-on has no output (specification §2.8, AddonError). */
export const addonError = z.object({
  status_code: z.int(),
  exception: z.string(),
  message: z.string(),
});

/** The envelope of every add-on result (specification §2.8); `exec_time` in seconds. */
export function addonEnvelope<Results extends z.ZodType>(results: Results) {
  return z.object({
    success: z.boolean(),
    is_empty: z.boolean(),
    exec_time: z.number().min(0),
    error: addonError.nullable(),
    results,
  });
}

export type AddonError = z.infer<typeof addonError>;

/** An error as stored in an envelope. */
export function toAddonError({ code, status, message }: AppError): AddonError {
  return { status_code: status, exception: code, message };
}
