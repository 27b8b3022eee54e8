import type { AddonKey } from '../addons/addon-schema.ts';
import { validationErrors } from '../contract/errors/validation-errors.ts';
import type { requestParams } from '../contract/jobs/pre-recorded-request.ts';
import type { Transcription } from '../contract/transcripts/transcription-result.ts';
import { AppError, isErrorCode, toAppError } from '../lib/errors/errors.ts';
import { verbatim } from '../lib/errors/msg.ts';
import type { z } from '../lib/zod.ts';
import type { browserModels } from '../models/browser/browser-models.ts';
import { type AddonOutcome, AddonRunner } from './run/addons/addon-runner.ts';

/** A text that no recording belongs to, and what it is wanted for. */
interface TextRun {
  key: AddonKey;
  /** The parsed request. */
  parsed: z.ZodSafeParseResult<z.infer<typeof requestParams>>;
  transcription: Transcription;
  /** Length in seconds, by which the add-on's time limit grows. */
  duration: number;
  signal: AbortSignal;
  browser: typeof browserModels;
}

/**
 * Runs an add-on on a text, without storing anything. Throws AppError `invalid_request` for a request that did not
 * parse, and the add-on's own error.
 */
export async function runOnText<Result>(
  { key, parsed, transcription, duration, signal, browser }: TextRun,
  read: (outcome: Extract<AddonOutcome<unknown>, { success: true }>) => Result,
): Promise<Result> {
  if (!parsed.success)
    throw new AppError('invalid_request', verbatim(validationErrors(parsed.error).join('; ')));
  const runner = new AddonRunner(duration, {}, signal, { browser });
  try {
    const outcome = await runner.run(key, (worker, within) =>
      worker.call((api) => api.onTranscript(key, transcription, parsed.data), within),
    );
    if (!outcome.success) throw fromAddon(outcome.error);
    return read(outcome);
  } catch (error) {
    throw toAppError(error);
  } finally {
    runner.end();
  }
}

export const fromAddon = ({ exception, message }: { exception: string; message: string }): AppError =>
  new AppError(isErrorCode(exception) ? exception : 'internal', verbatim(message));
