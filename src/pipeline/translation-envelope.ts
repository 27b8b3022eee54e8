import { z } from 'zod';
import type { RequestParams } from '../contract/pre-recorded-request.ts';
import { type TranslationResult, translationResult } from '../contract/transcription-result.ts';
import { envelopeOf } from './addon-envelope.ts';
import { addonsOfTranslations } from './addon-order.ts';
import type { AddonOutcome, AddonRunner } from './addon-runner.ts';

const translations = z.array(translationResult);

/**
 * The translations with what other add-ons read in them (`sentences`, `subtitles`), in their envelope (specification §2.8).
 * It fails where no language could be translated; each then says why.
 *
 * @param notes gets what could not be made and has no envelope
 */
export async function translationEnvelope(
  outcome: AddonOutcome<unknown>,
  request: RequestParams,
  addons: AddonRunner,
  notes: string[],
): Promise<Record<string, unknown>> {
  if (!outcome.success) return envelopeOf(outcome);
  const results: TranslationResult[] = [];
  for (const translation of translations.parse(outcome.results)) {
    results.push(await readTranslation(translation, request, addons, notes));
  }
  const failed = results.filter(({ error, utterances }) => error !== null && utterances.length === 0);
  const success = results.length === 0 || failed.length < results.length;
  return {
    ...envelopeOf(outcome),
    success,
    is_empty: results.every(({ full_transcript }) => full_transcript === ''),
    error: success ? null : failed[0]?.error,
    results,
  };
}

async function readTranslation(
  translation: TranslationResult,
  request: RequestParams,
  addons: AddonRunner,
  notes: string[],
): Promise<TranslationResult> {
  const { utterances, languages } = translation;
  if (translation.error && utterances.length === 0) return translation;
  const read: Record<string, unknown> = { ...translation };
  for (const key of addonsOfTranslations(request)) {
    const outcome = await addons.run(key, (worker, signal) =>
      worker.call((api) => api.readTranslation(key, utterances, request), signal),
    );
    // Subtitles have no envelope.
    if (key !== 'subtitles') read[key] = [envelopeOf(outcome)];
    else if (outcome.success) read[key] = outcome.results;
    else notes.push(`${key} (${languages[0]}): ${outcome.error.message}`);
  }
  return translationResult.parse(read);
}
