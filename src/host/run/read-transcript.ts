import type { AddonKey } from '../../addons/addon.ts';
import type { RequestParams } from '../../contract/pre-recorded-request.ts';
import type { Transcription } from '../../contract/transcription-result.ts';
import { requestedAddons } from './addon-order.ts';
import type { AddonOutcome, AddonRunner } from './addon-runner.ts';
import { envelopeOf } from './envelope-of.ts';
import { translateTranscript } from './translate-transcript.ts';

export interface AddonResults {
  /** Result keys, each with its envelope. */
  result: Record<string, unknown>;
  /** Keys that belong in `transcription`. */
  transcription: Record<string, unknown>;
  /** What add-ons report about their runs, by key. */
  facts: Record<string, unknown>;
  /** What an add-on without an envelope could not do, for people. */
  notes: string[];
}

/** Runs the requested add-ons of stage `transcript` and places each one's results where the API has them. */
export async function readTranscript(
  transcription: Transcription,
  request: RequestParams,
  addons: AddonRunner,
): Promise<AddonResults> {
  const all: AddonResults = { result: {}, transcription: {}, facts: {}, notes: [] };
  for (const key of requestedAddons(request, 'transcript')) {
    if (key === 'translation') {
      const { envelope, facts } = await translateTranscript(transcription, request, addons, all.notes);
      all.result[key] = envelope;
      all.facts[key] = facts;
      continue;
    }
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
      // The specification gives it no envelope.
      if (outcome.success) all.transcription[key] = outcome.results;
      else all.notes.push(`${key}: ${outcome.error.message}`);
      return;
    case 'sentences':
      // Both its old and its new place (specification §2.8).
      all.result[key] = envelopeOf(outcome);
      all.transcription[key] = [envelopeOf(outcome)];
      return;
    case 'sentiment_analysis':
      // The specification requires a string even after a failure.
      all.result[key] = envelopeOf(outcome, '');
      return;
    default:
      all.result[key] = envelopeOf(outcome);
  }
}
