import { proxy } from 'comlink';
import type { BrowserModels, BrowserTranslator, ChatMessage } from '../../../language/text/text-models.ts';
import '../../every-worker/shared/comlink-errors.ts';
import '../../every-worker/shared/comlink-signals.ts';

/** The browser's models as calls across the worker's border, where functions and signals must be separate arguments. */
export interface LentBrowserModels extends Pick<BrowserModels, 'summarize' | 'promptTokens'> {
  translator(source: string, target: string): Promise<BrowserTranslator | null>;
  prompt(
    messages: readonly ChatMessage[],
    language: string,
    onText: (text: string) => void,
    signal?: AbortSignal,
  ): Promise<string | null>;
}

/** The page's side. `life` is that of the worker, which cannot cancel a call once it is terminated. */
export function lendBrowserModels(models: BrowserModels, life: AbortSignal): LentBrowserModels {
  const whileItLives = (signal?: AbortSignal) => (signal ? AbortSignal.any([life, signal]) : life);
  return {
    async translator(source, target) {
      const translator = await models.translator(source, target, life);
      return translator && proxy(translator);
    },
    summarize: (text, type, language, signal) => models.summarize(text, type, language, whileItLives(signal)),
    promptTokens: (language) => models.promptTokens(language, life),
    prompt: (messages, language, onText, signal) =>
      models.prompt(messages, language, { onText, signal: whileItLives(signal) }),
  };
}

/** The worker's side. */
export function borrowBrowserModels(lent: LentBrowserModels): BrowserModels {
  return {
    translator: (source, target) => lent.translator(source, target),
    summarize: (text, type, language, signal) => lent.summarize(text, type, language, signal),
    promptTokens: (language) => lent.promptTokens(language),
    async prompt(messages, language, { onText, signal } = {}) {
      let isOver = false;
      // The text has its own channel; anything left in it after the answer is useless.
      const proxied = proxy((text: string) => {
        if (!isOver) onText?.(text);
      });
      try {
        return await lent.prompt(messages, language, proxied, signal);
      } finally {
        isOver = true;
      }
    },
  };
}
