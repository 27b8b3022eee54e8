import type { TranslationConfig } from '../../../src/addons/translation/schema.ts';
import {
  type TranslatedText,
  UtteranceTranslator,
} from '../../../src/addons/translation/utterance-translator.ts';
import type { MarianModel } from '../../../src/language/marian/marian-model.ts';
import type { Translator } from '../../../src/language/text/text-models.ts';

const TOGETHER = 16;

const usual: TranslationConfig = {
  target_languages: ['pt' as const],
  model: 'batch' as const,
  match_original_utterances: true,
  lipsync: true,
  context_adaptation: true,
  informal: false,
};

/** A model as the add-ons' worker lends it: several texts a call, and no text twice. */
export function translatorOf(model: MarianModel, source: string): Translator {
  const known = new Map<string, ReturnType<MarianModel['translate']>[number]>();
  const readAhead = async (wanted: readonly string[]) => {
    const unknown = wanted.filter((text) => !known.has(text));
    if (unknown.length === 0) return;
    for (const [index, made] of model.translate(unknown, source).entries())
      known.set(unknown[index] ?? '', made);
  };
  return {
    modelId: 'real',
    hasOneReading: true,
    readAhead,
    translate: async (text) => {
      await readAhead([text]);
      return [known.get(text)].filter((made) => made !== undefined);
    },
  };
}

/** As the add-on translates utterances. */
export async function translateAll(
  model: MarianModel,
  source: string,
  target: string,
  texts: readonly string[],
  options: Partial<TranslationConfig> = {},
): Promise<TranslatedText[]> {
  const translator = new UtteranceTranslator(
    translatorOf(model, source),
    { source, target },
    { ...usual, ...options },
  );
  const made: TranslatedText[] = [];
  for (let at = 0; at < texts.length; at += TOGETHER) {
    const some = texts.slice(at, at + TOGETHER);
    await translator.readAhead(some);
    for (const text of some) made.push(await translator.translate(text, 3));
  }
  return made;
}
