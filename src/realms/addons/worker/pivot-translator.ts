import type { Translated, Translator, TranslatorOptions } from '../../../language/text/text-models.ts';

/** Two models as one translator: `into` English and `from` it. Without context, which both would need in English. */
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
