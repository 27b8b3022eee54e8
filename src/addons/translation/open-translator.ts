import type {
  BrowserTranslator,
  Translated,
  Translator,
  TranslatorOptions,
} from '../../language/text/text-models.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import type { AddonTools } from '../addon.ts';
import type { TranslationConfig } from './schema.ts';
import type { LanguagePair } from './utterance-translator.ts';

/** Languages whose codes in browsers differ from the API's. */
const BCP_47: Readonly<Record<string, string>> = { jw: 'jv' };

/** The browser's translator, which has no options; after its first failure, an installed model. */
class BrowserFirst implements Translator {
  readonly #browser: BrowserTranslator;
  readonly #installed: () => Promise<Translator>;
  shortfall: Message | undefined;
  #instead: Translator | null = null;

  constructor(browser: BrowserTranslator, installed: () => Promise<Translator>) {
    this.#browser = browser;
    this.#installed = installed;
  }

  get modelId(): string {
    return this.#instead?.modelId ?? 'browser';
  }

  async translate(text: string, options?: TranslatorOptions): Promise<Translated[]> {
    if (this.#instead) return this.#instead.translate(text, options);
    try {
      const written = await this.#browser.translate(text);
      return [{ source: text, text: written, score: 0, tokens: [] }];
    } catch (error) {
      // Installation advice does not help if the browser translates, so its own failure is reported.
      this.close();
      this.#instead = await this.#installed().catch(() => {
        throw error;
      });
      return this.#instead.translate(text, options);
    }
  }

  close(): void {
    this.#browser.close();
  }
}

/**
 * The translator for a pair: the browser's, otherwise an installed model. The order is reversed if the request needs
 * what only a model can do: `enhanced`, `informal` or a `context`. Must be closed after use.
 *
 * @throws AppError `model_missing`, which says what to install
 */
export async function openTranslator(
  { source, target }: LanguagePair,
  { model, informal, context, context_adaptation }: TranslationConfig,
  tools: AddonTools,
): Promise<Translator> {
  const hasContext = context_adaptation && context !== undefined;
  const installed = () => tools.translator(source, target, model);
  const offered = async () => {
    const browser = await tools.browser.translator(BCP_47[source] ?? source, BCP_47[target] ?? target);
    return browser && new BrowserFirst(browser, installed);
  };
  if (model !== 'enhanced' && !informal && !hasContext) return (await offered()) ?? installed();
  try {
    return await installed();
  } catch (error) {
    const other = await offered();
    if (!other) throw error;
    const asked = [...(model === 'enhanced' ? ['enhanced'] : []), ...(informal ? ['informal'] : [])];
    if (asked.length > 0)
      other.shortfall = msg`No model is installed for ${asked.join(' and ')}; the browser translated.`;
    return other;
  }
}
