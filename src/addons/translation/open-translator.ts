import type { TranslationConfig } from '../../contract/request-configs.ts';
import type { AddonTools } from '../addon.ts';
import type { Translator } from '../text-models.ts';
import type { LanguagePair } from './utterance-translator.ts';

/** Where browsers name a language otherwise than the wire. */
const BCP_47: Readonly<Record<string, string>> = { jw: 'jv' };

/**
 * The browser's own translator, which knows no options; null where it does not know the pair. It opens anew for each call, so
 * that all texts are given to it at once.
 */
async function browserTranslator(
  { source, target }: LanguagePair,
  texts: readonly string[],
  tools: AddonTools,
): Promise<Translator | null> {
  const ask = (asked: readonly string[]) =>
    tools.browser.translate(asked, BCP_47[source] ?? source, BCP_47[target] ?? target);
  const all = await ask(texts);
  if (all === null) return null;
  const made = new Map(texts.map((text, index) => [text, all[index]]));
  return {
    modelId: 'browser',
    translate: async (text) => {
      const written = made.get(text) ?? (await ask([text]))?.[0] ?? '';
      return [{ source: text, text: written, score: 0, tokens: [] }];
    },
  };
}

/**
 * What translates this pair: the browser's own translator, else an installed model. The other way round where the request
 * asks for what only a model can do: `enhanced`, `informal`, or a `context`.
 *
 * @param texts all that is to be translated from this language
 * @throws AppError `model_missing`, which says what to install
 */
export async function openTranslator(
  pair: LanguagePair,
  texts: readonly string[],
  config: TranslationConfig,
  tools: AddonTools,
): Promise<Translator> {
  const { model, informal, context } = config;
  const installed = () => tools.translator(pair.source, pair.target, model);
  const offered = () => browserTranslator(pair, texts, tools);
  if (model !== 'enhanced' && !informal && context === undefined) return (await offered()) ?? installed();
  try {
    return await installed();
  } catch (error) {
    const other = await offered();
    if (other) return other;
    throw error;
  }
}
