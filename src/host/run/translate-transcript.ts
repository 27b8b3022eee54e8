import { z } from 'zod';
import type { RequestParams } from '../../contract/pre-recorded-request.ts';
import {
  type Transcription,
  type TranslationResult,
  translationResult,
} from '../../contract/transcription-result.ts';
import { AppError } from '../../lib/errors.ts';
import { addonsOfTranslations } from './addon-order.ts';
import type { AddonRunner } from './addon-runner.ts';
import { envelopeOf } from './envelope-of.ts';

const translations = z.array(translationResult);
const runFacts = z.object({ models: z.record(z.string(), z.array(z.string())).default({}) });

interface Translated {
  /** Specification §2.8. Fails if no language could be translated; each one then says why. */
  envelope: Record<string, unknown>;
  facts: Record<string, unknown>;
}

/**
 * Translates a transcript into each target language separately, so that a failure or time-out affects only that
 * language, and runs other add-ons (`sentences`, `subtitles`) on the translations.
 *
 * @param notes receives failures that have no envelope
 */
export async function translateTranscript(
  transcription: Transcription,
  request: RequestParams,
  addons: AddonRunner,
  notes: string[],
): Promise<Translated> {
  const config = request.translation_config;
  if (!config) throw new AppError('internal', 'translation_config is missing.');
  const targets = [...new Set(config.target_languages)];
  const translated: TranslationResult[] = [];
  const models: Record<string, string[]> = {};
  let seconds = 0;
  for (const [index, target] of targets.entries()) {
    const own = { ...request, translation_config: { ...config, target_languages: [target] } };
    const outcome = await addons.run(
      'translation',
      (worker, signal) => worker.call((api) => api.readTranscript('translation', transcription, own), signal),
      { index, of: targets.length },
    );
    seconds += outcome.seconds;
    if (outcome.success) {
      translated.push(...translations.parse(outcome.results.results));
      Object.assign(models, runFacts.parse(outcome.results.facts).models);
    } else {
      translated.push({ error: outcome.error, full_transcript: '', languages: [target], utterances: [] });
    }
  }
  const results: TranslationResult[] = [];
  for (const translation of translated) {
    results.push(await readTranslation(translation, request, addons, notes));
  }
  const failed = results.filter(({ error, utterances }) => error !== null && utterances.length === 0);
  const success = results.length === 0 || failed.length < results.length;
  return {
    envelope: {
      ...envelopeOf({ success: true, seconds: Math.round(seconds * 1000) / 1000, results }),
      success,
      is_empty: results.every(({ full_transcript }) => full_transcript === ''),
      error: success ? null : failed[0]?.error,
    },
    facts: { models },
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
