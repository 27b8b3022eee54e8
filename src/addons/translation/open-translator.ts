import type { TranslationConfig } from '../../contract/request-configs.ts';
import type { AddonTools } from '../addon.ts';
import type { Translator } from '../text-models.ts';
import type { LanguagePair } from './utterance-translator.ts';

/** Where browsers name a language otherwise than the wire. */
const BCP_47: Readonly<Record<string, string>> = { jw: 'jv' };

/** The browser's own translator, which knows no options; null where it does not know the pair. */
async function browserTranslator(
  { source, target }: LanguagePair,
  probe: string,
  tools: AddonTools,
): Promise<Translator | null> {
  const translate = (text: string) =>
    tools.browser.translate([text], BCP_47[source] ?? source, BCP_47[target] ?? target);
  if ((await translate(probe)) === null) return null;
  return {
    modelId: 'browser',
    translate: async (text) => [
      { source: text, text: (await translate(text))?.[0] ?? '', score: 0, tokens: [] },
    ],
  };
}

/**
 * What translates this pair: the browser's own translator, else an installed model. The other way round where the request
 * asks for what only a model can do: `enhanced`, `informal`, or a `context`.
 *
 * @param probe a text of the source language
 * @throws AppError `model_missing`, which says what to install
 */
export async function openTranslator(
  pair: LanguagePair,
  probe: string,
  config: TranslationConfig,
  tools: AddonTools,
): Promise<Translator> {
  const { model, informal, context } = config;
  const installed = () => tools.translator(pair.source, pair.target, model);
  const offered = () => browserTranslator(pair, probe, tools);
  if (model !== 'enhanced' && !informal && context === undefined) return (await offered()) ?? installed();
  try {
    return await installed();
  } catch (error) {
    const other = await offered();
    if (other) return other;
    throw error;
  }
}
