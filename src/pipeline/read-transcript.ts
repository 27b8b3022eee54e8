import type { AddonKey } from '../addons/addon.ts';
import type { RequestParams } from '../contract/pre-recorded-request.ts';
import type { Transcription } from '../contract/transcription-result.ts';
import { requestedAddons } from './addon-order.ts';
import type { AddonOutcome, AddonRunner } from './addon-runner.ts';

export interface AddonResults {
  /** Keys of the result, each with its envelope. */
  result: Record<string, unknown>;
  /** Keys that belong into `transcription`. */
  transcription: Record<string, unknown>;
  /** What add-ons tell of their runs, by key. */
  facts: Record<string, unknown>;
  /** What an add-on without an envelope could not do, for a person. */
  notes: string[];
}

/** Lets the requested add-ons of stage `transcript` read it, and puts each one's results where the wire has them. */
export async function readTranscript(
  transcription: Transcription,
  request: RequestParams,
  addons: AddonRunner,
): Promise<AddonResults> {
  const all: AddonResults = { result: {}, transcription: {}, facts: {}, notes: [] };
  for (const key of requestedAddons(request, 'transcript')) {
    const outcome = await addons.run(key, (worker, signal) =>
      worker.call((api) => api.readTranscript(key, transcription, request), signal),
    );
    if (!outcome.success) {
      place(key, outcome, all);
      continue;
    }
    const { results, facts } = outcome.results;
    place(key, { ...outcome, results }, all);
    if (Object.keys(facts).length > 0) all.facts[key] = facts;
  }
  return all;
}

function place(key: AddonKey, outcome: AddonOutcome<unknown>, all: AddonResults): void {
  switch (key) {
    case 'subtitles':
      // The specification gives them no envelope.
      if (outcome.success) all.transcription[key] = outcome.results;
      else all.notes.push(`${key}: ${outcome.error.message}`);
      return;
    case 'sentences':
      // Its old place, and its new one (specification §2.8).
      all.result[key] = envelope(outcome);
      all.transcription[key] = [envelope(outcome)];
      return;
    default:
      all.result[key] = envelope(outcome);
  }
}

/** The frame of an add-on's results (specification §2.8); `exec_time` in seconds. */
function envelope(outcome: AddonOutcome<unknown>): Record<string, unknown> {
  const { success, seconds } = outcome;
  return success
    ? {
        success,
        is_empty: isEmpty(outcome.results),
        exec_time: seconds,
        error: null,
        results: outcome.results,
      }
    : { success, is_empty: true, exec_time: seconds, error: outcome.error, results: null };
}

function isEmpty(results: unknown): boolean {
  if (results === null || results === '') return true;
  return Array.isArray(results) && results.every(isEmptyItem);
}

/** An item with an envelope of its own, which says that it is empty. */
const isEmptyItem = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'is_empty' in item && item.is_empty === true;
