import type { TranslatedTexts, TranslateTextOptions } from '../contract/addons/text-translation.ts';
import { validationErrors } from '../contract/errors/validation-errors.ts';
import { requestParams } from '../contract/jobs/pre-recorded-request.ts';
import { transcriptionLanguageCode } from '../contract/transcripts/language-code.ts';
import { translationResult } from '../contract/transcripts/transcription-result.ts';
import { AppError, isErrorCode, toAppError } from '../lib/errors/errors.ts';
import { inEnglish, verbatim } from '../lib/errors/msg.ts';
import { z } from '../lib/zod.ts';
import { browserModels } from '../models/browser/browser-models.ts';
import { AddonRunner } from './run/addons/addon-runner.ts';

const wanted = requestParams.extend({ from: transcriptionLanguageCode });
const read = z.object({
  results: z.tuple([translationResult]),
  facts: z.object({ models: z.record(z.string(), z.array(z.string())) }),
});

/** Reading pace, by which the add-on's time limit grows: characters a second. */
const CHARACTERS_PER_SECOND = 15;

/**
 * Translates texts with the add-on of the same name, each as an utterance of its own. Nothing is stored.
 *
 * @throws AppError `invalid_request` for languages or options that are unknown; `model_missing`, which says what to install
 */
export async function translateTexts(
  given: string | readonly string[],
  { from, to, signal = new AbortController().signal, ...config }: TranslateTextOptions,
  browser = browserModels,
): Promise<TranslatedTexts> {
  const texts = typeof given === 'string' ? [given] : given;
  const parsed = wanted.safeParse(
    {
      from,
      audio_url: null,
      translation: true,
      translation_config: { ...config, target_languages: [to] },
    },
    { reportInput: true },
  );
  if (!parsed.success)
    throw new AppError('invalid_request', verbatim(validationErrors(parsed.error).join('; ')));
  let at = 0;
  const utterances = texts.map((text) => {
    const start = at;
    at += text.length / CHARACTERS_PER_SECOND;
    return { text, language: from, start, end: at, confidence: 1, channel: 0, words: [] };
  });
  const transcription = { full_transcript: texts.join(' '), languages: [from], utterances };
  const runner = new AddonRunner(at, {}, signal, { browser });
  try {
    const outcome = await runner.run('translation', (worker, within) =>
      worker.call((api) => api.onTranscript('translation', transcription, parsed.data), within),
    );
    if (!outcome.success) throw fromAddon(outcome.error);
    const {
      results: [{ error, utterances: translated }],
      facts: { models },
    } = read.parse(outcome.results);
    if (error) throw fromAddon(error);
    return {
      texts: translated.map(({ text }) => text),
      models: models[to] ?? [],
      incomplete: outcome.notes.map(inEnglish),
    };
  } catch (error) {
    throw toAppError(error);
  } finally {
    runner.end();
  }
}

const fromAddon = ({ exception, message }: { exception: string; message: string }): AppError =>
  new AppError(isErrorCode(exception) ? exception : 'internal', verbatim(message));
