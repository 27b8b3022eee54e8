import type { AddonKey } from '../../../addons/addon-schema.ts';
import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import { translationLanguageCode } from '../../../contract/transcripts/language-code.ts';
import {
  type Transcription,
  type TranslationResult,
  translationResult,
} from '../../../contract/transcripts/transcription-result.ts';
import { type Message, msg, textOf } from '../../../lib/errors/msg.ts';
import { z } from '../../../lib/zod.ts';
import { addonsOfTranslations } from './addon-order.ts';
import type { RunsAddons } from './addon-runner.ts';
import { envelopeOf } from './envelope-of.ts';
import { type PlacedResults, placeResults } from './place-results.ts';
import { provenanceOf } from './provenance-of.ts';

const translations = z.array(translationResult);
const runFacts = z.object({ models: z.record(z.string(), z.array(z.string())).default({}) });

/**
 * Translates a transcript into each target language separately, so that a failure or time-out affects only that
 * language, and runs other add-ons (`sentences`, `subtitles`) on the translations. The envelope (specification §2.8)
 * fails if no language could be translated; each one then says why.
 *
 * @param key of the add-on that translates
 * @param languages the field of its configuration that lists the target languages
 */
export async function translateTranscript(
  key: AddonKey,
  languages: string,
  { transcription, request }: { transcription: Transcription; request: RequestParams },
  addons: RunsAddons,
): Promise<PlacedResults & { facts: Record<string, unknown> }> {
  const config = z
    .looseObject({ [languages]: z.array(translationLanguageCode) })
    .parse(Reflect.get(request, `${key}_config`));
  const targets = [...new Set(config[languages])];
  const translated: TranslationResult[] = [];
  const models: Record<string, string[]> = {};
  const limits: Message[] = [];
  let seconds = 0;
  for (const [index, target] of targets.entries()) {
    const own = { ...request, [`${key}_config`]: { ...config, [languages]: [target] } };
    const outcome = await addons.run(
      key,
      (worker, signal) => worker.call((api) => api.onTranscript(key, transcription, own), signal),
      { index, of: targets.length },
    );
    seconds += outcome.seconds;
    if (outcome.success) {
      translated.push(...translations.parse(outcome.results.results));
      Object.assign(models, runFacts.parse(outcome.results.facts).models);
      limits.push(...outcome.notes);
    } else {
      translated.push({ error: outcome.error, full_transcript: '', languages: [target], utterances: [] });
    }
  }
  const notes: Message[] = [];
  const results: TranslationResult[] = [];
  for (const translation of translated) {
    results.push(await readTranslation(translation, request, addons, notes));
  }
  for (const { error, languages } of results) {
    if (error) limits.push(msg`${languages[0] ?? ''}: ${textOf(error)}`);
  }
  const failed = results.filter(({ error, utterances }) => error !== null && utterances.length === 0);
  const success = results.length === 0 || failed.length < results.length;
  const envelope = {
    ...envelopeOf(
      { success: true, seconds: Math.round(seconds * 1000) / 1000, results, notes: limits },
      null,
      success ? provenanceOf({ models }, limits) : {},
    ),
    success,
    is_empty: results.every(({ full_transcript }) => full_transcript === ''),
    error: success ? null : failed[0]?.error,
  };
  return { result: { [key]: envelope }, text: {}, notes, facts: { models } };
}

async function readTranslation(
  translation: TranslationResult,
  request: RequestParams,
  addons: RunsAddons,
  notes: Message[],
): Promise<TranslationResult> {
  const { utterances, languages } = translation;
  if (translation.error && utterances.length === 0) return translation;
  const read: Record<string, unknown> = { ...translation };
  for (const key of addonsOfTranslations(request)) {
    const outcome = await addons.run(key, (worker, signal) =>
      worker.call((api) => api.readTranslation(key, utterances, request), signal),
    );
    const placed = placeResults(key, outcome, { language: languages[0] });
    Object.assign(read, placed.text);
    notes.push(...placed.notes);
  }
  return translationResult.parse(read);
}
