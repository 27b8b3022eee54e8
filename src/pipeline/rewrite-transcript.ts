import type { RequestParams } from '../contract/pre-recorded-request.ts';
import type { Transcription } from '../contract/transcription-result.ts';
import { AppError } from '../lib/errors.ts';
import { requestedAddons } from './addon-order.ts';
import type { AddonRunner } from './addon-runner.ts';

/**
 * Lets the requested add-ons of stage `utterances` rewrite the transcript, before any other reads it. They take out what
 * nobody may see: where one fails, the transcript is withheld. Throws AppError then.
 */
export async function rewriteTranscript(
  transcription: Transcription,
  request: RequestParams,
  addons: AddonRunner,
): Promise<Transcription> {
  let rewritten = transcription;
  for (const key of requestedAddons(request, 'utterances')) {
    const before = rewritten;
    const outcome = await addons.run(key, (worker, signal) =>
      worker.call((api) => api.rewriteTranscript(key, before, request), signal),
    );
    if (!outcome.success) {
      throw new AppError(
        'internal',
        `${key} failed, so the transcript is withheld: ${outcome.error.message} Create the job again, or without ${key}.`,
      );
    }
    rewritten = outcome.results;
  }
  return rewritten;
}
