import {
  TRANSCRIPTION_LANGUAGE_CODES,
  TRANSLATION_LANGUAGE_CODES,
  type TranslationLanguageCode,
} from '../../contract/transcripts/language-code.ts';
import { type BrowserAi, isAvailable } from '../../models/browser/browser-ai.ts';
import type { ListedModel } from './listed-model.ts';
import { canTranslate, isReady, type Lack, lackOfTranslation } from './model-needs.ts';

/** Whether the browser has a translator at all, whatever its languages are. */
export const hasBrowserTranslator = () => 'Translator' in globalThis;

/** Directly or through English; `sources` are spoken languages, empty for any. */
export function modelTargets(
  sources: readonly string[],
  models: readonly ListedModel[],
): TranslationLanguageCode[] {
  const ready = models.filter((model) => model.pairs !== null && isReady(model));
  if (ready.length === 0) return [];
  const spoken = sources.length > 0 ? sources : TRANSCRIPTION_LANGUAGE_CODES;
  return TRANSLATION_LANGUAGE_CODES.filter((to) =>
    spoken.some((from) => from !== to && canTranslate(from, to, ready)),
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

/** Where there is none; null if this device can have none. `wanted` has the likeliest language first. */
export function firstTranslator(
  source: string,
  wanted: readonly string[],
  models: readonly ListedModel[],
): Lack | null {
  const lacks = [...wanted, 'en', ...TRANSLATION_LANGUAGE_CODES].map((to) =>
    lackOfTranslation(source, to, models),
  );
  return lacks.find((lack) => lack !== null && lack.models.length > 0) ?? lacks.find(Boolean) ?? null;
}
