import type { Translated, Translator, TranslatorOptions } from '../../engine/text/text-models.ts';

/**
 * Two models, one after the other, as one. What was said before is not read along: both would need it in English, too.
 *
 * @param into translates into English
 * @param from translates from English
 */
export function pivotTranslator(into: Translator, from: Translator): Translator {
  return {
    modelId: `${into.modelId}+${from.modelId}`,
    async translate(text, { before: _, ...options }: TranslatorOptions = {}): Promise<Translated[]> {
      const [english] = await into.translate(text, { beams: options.beams ?? 1 });
      const found = await from.translate(english?.text ?? '', options);
      return found.map((one) => ({ ...one, source: text }));
    },
  };
}
