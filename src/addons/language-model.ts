import type { BrowserModels, TextGenerator } from '../language/text/text-models.ts';
import { AppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import type { AddonTools } from './addon.ts';
import type { AddonKey } from './addon-schema.ts';

/**
 * Fewer letters than the average token in Latin, Greek or Cyrillic text, so that the estimate errs on the high side.
 */
const LETTERS_PER_TOKEN = 2.5;
/** What may be a token of its own: each character of other scripts, each digit. */
const OWN_TOKEN = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{ASCII}]|\d/gu;
/** Browsers may state no limit; more than this at once is slow everywhere. */
const MOST_TOKENS = 8192;

/**
 * An add-on's language model: the browser's, which is larger than any that is offered, otherwise an installed one; null if there is none.
 *
 * @param name of a model in the manifest; then no other is used
 * @throws AppError `invalid_request` for an unknown name, `model_missing` for a model that is not installed
 */
export async function languageModel(
  tools: AddonTools,
  use: AddonKey,
  language: string,
  name?: string,
): Promise<TextGenerator | null> {
  const own = name === undefined ? await browserGenerator(tools.browser, language) : null;
  return own ?? tools.textGenerator(use, name);
}

async function browserGenerator(browser: BrowserModels, language: string): Promise<TextGenerator | null> {
  const contextTokens = await browser.promptTokens(language);
  if (contextTokens === null) return null;
  return {
    modelId: 'browser',
    contextTokens: Math.min(contextTokens, MOST_TOKENS),
    vocabulary: 'open',
    countTokens: estimateTokens,
    async generate(messages, { onText, signal }) {
      let shown = '';
      const show = (text: string) => {
        shown = text;
        onText?.(text);
      };
      const options = { onText: show, ...(signal && { signal }) };
      const text = await browser.prompt(messages, language, options).catch((error: unknown) => {
        if (!signal?.aborted) throw error;
        return shown;
      });
      if (signal?.aborted && shown.trim() === '') throw signal.reason;
      if (text === null)
        throw new AppError('model_missing', msg`The browser's language model is no longer available.`);
      onText?.(text);
      return { text: text.trim(), ended: signal?.aborted ? 'time' : 'itself' };
    },
  };
}

/** The browser counts tokens only by a call across the worker's border, which is too slow for every sentence. */
function estimateTokens(text: string): number {
  const shared = text.replaceAll(OWN_TOKEN, '').length;
  const own = text.match(OWN_TOKEN)?.length ?? 0;
  return own + Math.ceil(shared / LETTERS_PER_TOKEN);
}

/** Error for an add-on that needs a language model and has none; says what to install. */
export const noLanguageModel = (): AppError =>
  new AppError('model_missing', msg`This needs a language model, but none is installed.`, {
    remedy: msg`Download one under Models (Qwen3 0.6B or Qwen2.5 0.5B Instruct), then try again.`,
  });
