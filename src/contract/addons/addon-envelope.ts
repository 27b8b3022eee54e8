import type { AppError } from '../../lib/errors/errors.ts';
import { messageData } from '../../lib/errors/stored-failure.ts';
import { z } from '../../lib/zod.ts';

/** Why an add-on has no output (specification §2.8, AddonError). */
export const addonError = z.object({
  status_code: z.int(),
  exception: z.string(),
  message: z.string(),
  /** The message as data, for other languages. */
  texts: z.array(messageData).optional(),
});

/** What does the work of an add-on: rules, a model of the manifest, or the browser's own model. */
export const MAKERS = ['rules', 'model', 'browser'] as const;

/** How an add-on's results came about; absent where there is one way only, and from results of earlier versions. */
export const provenance = z.object({
  made_by: z.enum(MAKERS).optional(),
  /** Ids of the models that took part, separated by commas; null if none did. */
  model: z.string().nullable().optional(),
  /** What was left out or done less well than asked: one sentence each. */
  incomplete: z.array(z.string()).optional(),
  /** The same as data, for other languages. */
  texts: z.array(messageData).optional(),
});

/** The envelope of every add-on result (specification §2.8); `exec_time` in seconds. */
export function addonEnvelope<Results extends z.ZodType>(results: Results) {
  return z.object({
    success: z.boolean(),
    is_empty: z.boolean(),
    exec_time: z.number().min(0),
    error: addonError.nullable(),
    results,
    ...provenance.shape,
  });
}

export type Provenance = z.infer<typeof provenance>;

export type AddonError = z.infer<typeof addonError>;

/** An error as stored in an envelope. */
export function toAddonError({ code, status, message, whole }: AppError): AddonError {
  return { status_code: status, exception: code, message, texts: [whole] };
}
