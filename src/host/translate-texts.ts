import type { TranslatedTexts, TranslateTextOptions } from '../contract/addons/text-translation.ts';
import { requestParams } from '../contract/jobs/pre-recorded-request.ts';
import { transcriptionLanguageCode } from '../contract/transcripts/language-code.ts';
import { translationResult } from '../contract/transcripts/transcription-result.ts';
import { inEnglish } from '../lib/errors/msg.ts';
import { z } from '../lib/zod.ts';
import { browserModels } from '../models/browser/browser-models.ts';
import { fromAddon, runOnText } from './run-on-text.ts';

const wanted = requestParams.extend({ from: transcriptionLanguageCode });
const read = z.object({
  results: z.tuple([translationResult]),
  facts: z.object({ models: z.record(z.string(), z.array(z.string())) }),
});

/** Reading pace, by which the add-on's time limit grows: characters a second. */
const CHARACTERS_PER_SECOND = 15;

/**
 * Translates texts, each as an utterance; nothing is stored. Throws AppError `invalid_request` for unknown languages or
 * options; `model_missing`, which says what to install.
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
  let at = 0;
  const utterances = texts.map((text) => {
    const start = at;
    at += text.length / CHARACTERS_PER_SECOND;
    return { text, language: from, start, end: at, confidence: 1, channel: 0, words: [] };
  });
  const transcription = { full_transcript: texts.join(' '), languages: [from], utterances };
  return runOnText(
    { key: 'translation', parsed, transcription, duration: at, signal, browser },
    (outcome) => {
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
    },
  );
}
