import {
  TRANSCRIPTION_LANGUAGE_CODES,
  TRANSLATION_LANGUAGE_CODES,
  type TranslationLanguageCode,
} from '../../contract/transcripts/language-code.ts';
import { type BrowserAi, isAvailable } from '../../models/browser/browser-ai.ts';
import type { ListedModel } from './listed-model.ts';
import { isReady, type Lack, lackOfTranslation, translates } from './model-needs.ts';

const OVER = 'en';

/**
 * Languages into which installed models translate one of these languages, directly or through English.
 *
 * @param sources spoken languages; empty for any
 */
export function modelTargets(
  sources: readonly string[],
  models: readonly ListedModel[],
): TranslationLanguageCode[] {
  const ready = models.filter((model) => model.pairs !== null && isReady(model));
  if (ready.length === 0) return [];
  const direct = (from: string, to: string) => ready.some((model) => translates(model, from, to));
  const spoken = sources.length > 0 ? sources : TRANSCRIPTION_LANGUAGE_CODES;
  const intoEnglish = spoken.filter((from) => direct(from, OVER));
  return TRANSLATION_LANGUAGE_CODES.filter(
    (to) =>
      spoken.some((from) => from !== to && direct(from, to)) ||
      (direct(OVER, to) && intoEnglish.some((from) => from !== to)),
  );
}

/** Languages into which the browser's translator, as far as it is on this device, translates one of these languages. */
export async function browserTargets(
  sources: readonly string[],
  { Translator }: Pick<BrowserAi, 'Translator'> = globalThis,
): Promise<TranslationLanguageCode[]> {
  if (!Translator) return [];
  const offers = (sourceLanguage: string, targetLanguage: string) =>
    isAvailable(Translator, { sourceLanguage, targetLanguage }).catch(() => false);
  const found = await Promise.all(
    TRANSLATION_LANGUAGE_CODES.map(async (to) => {
      const answers = sources.filter((from) => from !== to).map((from) => offers(from, to));
      return (await Promise.all(answers)).includes(true);
    }),
  );
  return TRANSLATION_LANGUAGE_CODES.filter((_, index) => found[index]);
}

/**
 * What to install for a first translator, where there is none; null if this device can have none.
 *
 * @param wanted languages to translate into, the likeliest first
 */
export function firstTranslator(
  source: string,
  wanted: readonly string[],
  models: readonly ListedModel[],
): Lack | null {
  const lacks = [...wanted, OVER, ...TRANSLATION_LANGUAGE_CODES].map((to) =>
    lackOfTranslation(source, to, models),
  );
  return lacks.find((lack) => lack !== null && lack.models.length > 0) ?? lacks.find(Boolean) ?? null;
}
