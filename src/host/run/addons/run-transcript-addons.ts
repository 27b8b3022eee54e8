import type { AddonKey } from '../../../addons/addon-schema.ts';
import { addonSchema } from '../../../addons/addon-schemas.ts';
import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type { Transcription } from '../../../contract/transcripts/transcription-result.ts';
import { requestedAddons } from './addon-order.ts';
import type { RunsAddons } from './addon-runner.ts';
import { type PlacedResults, placeResults } from './place-results.ts';
import { translateTranscript } from './translate-transcript.ts';

export interface AddonResults extends PlacedResults {
  /** What add-ons report about their runs, by key. */
  facts: Record<string, unknown>;
}

/** Runs the requested add-ons of stage `transcript` and places each one's results where the API has them. */
export async function onTranscript(
  transcription: Transcription,
  request: RequestParams,
  addons: RunsAddons,
): Promise<AddonResults> {
  const all: AddonResults = { result: {}, text: {}, facts: {}, notes: [] };
  for (const key of requestedAddons(request, 'transcript')) {
    const { result } = addonSchema(key);
    const { facts, ...placed } =
      result?.at === 'translations'
        ? await translateTranscript(key, result.languages, { transcription, request }, addons)
        : await readOnce(key, transcription, request, addons);
    Object.assign(all.result, placed.result);
    Object.assign(all.text, placed.text);
    all.notes.push(...placed.notes);
    if (facts && Object.keys(facts).length > 0) all.facts[key] = facts;
  }
  return all;
}

async function readOnce(
  key: AddonKey,
  transcription: Transcription,
  request: RequestParams,
  addons: RunsAddons,
): Promise<PlacedResults & { facts?: Record<string, unknown> }> {
  const outcome = await addons.run(key, (worker, signal) =>
    worker.call((api) => api.onTranscript(key, transcription, request), signal),
  );
  if (!outcome.success) return placeResults(key, outcome);
  const { results, facts } = outcome.results;
  return { ...placeResults(key, { ...outcome, results }, { facts }), facts };
}
