import { addonSchema } from '../../../addons/addon-schemas.ts';
import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type { Transcription } from '../../../contract/transcripts/transcription-result.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg, textOf } from '../../../lib/errors/msg.ts';
import { requestedAddons } from './addon-order.ts';
import type { RunsAddons } from './addon-runner.ts';
import { envelopeOf } from './envelope-of.ts';
import { provenanceOf } from './provenance-of.ts';

export interface RewrittenResult {
  transcription: Transcription;
  /** Result keys, each with its envelope. */
  result: Record<string, unknown>;
  /** What add-ons report about their runs, by key. */
  facts: Record<string, unknown>;
}

/**
 * Runs the requested add-ons of stage `utterances`, which rewrite the transcript before any other add-on reads it.
 * They remove what nobody may see, so if one fails the transcript is withheld with an AppError, unless its schema
 * says that it may fail.
 */
export async function onUtterances(
  transcription: Transcription,
  request: RequestParams,
  addons: RunsAddons,
): Promise<RewrittenResult> {
  let rewritten = transcription;
  const result: Record<string, unknown> = {};
  const reported: Record<string, unknown> = {};
  for (const key of requestedAddons(request, 'utterances')) {
    const before = rewritten;
    const outcome = await addons.run(key, (worker, signal) =>
      worker.call((api) => api.onUtterances(key, before, request), signal),
    );
    if (outcome.success) {
      const { transcription: after, results, error, facts } = outcome.results;
      rewritten = after;
      if (Object.keys(facts).length > 0) reported[key] = facts;
      if (error) result[key] = envelopeOf({ success: false, seconds: outcome.seconds, error });
      else if (results !== undefined) {
        const made = provenanceOf(facts, outcome.notes);
        result[key] = envelopeOf({ ...outcome, results }, null, made);
      }
    } else if (addonSchema(key).mayFail) {
      result[key] = envelopeOf(outcome);
    } else {
      throw new AppError(
        'internal',
        msg`${key} failed, so the transcript is withheld: ${textOf(outcome.error)} Create the job again, with or without ${key}.`,
      );
    }
  }
  return { transcription: rewritten, result, facts: reported };
}
