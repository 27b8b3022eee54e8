import type { BrowserModels } from '../addons/text-models.ts';
import { AppError } from '../lib/errors.ts';
import {
  type BrowserAi,
  fittingParts,
  type SummarizerOptions,
  type SummarizerSession,
  withSession,
} from './browser-ai.ts';

type SummaryType = Parameters<BrowserModels['summarize']>[1];

/** What each type of summary is called there. */
const SUMMARIES: Record<SummaryType, Pick<SummarizerOptions, 'type' | 'format' | 'length'>> = {
  general: { type: 'tldr', format: 'plain-text', length: 'long' },
  bullet_points: { type: 'key-points', format: 'markdown', length: 'medium' },
  concise: { type: 'tldr', format: 'plain-text', length: 'short' },
};

/**
 * The models that a browser brings along, for add-ons; pages only.
 *
 * Nothing that fails here costs an add-on more than the time: translations and summaries are then null, and another model
 * writes them. Prompts have no other way here, so that their failure is told.
 */
export function browserModelsOf(ai: BrowserAi): BrowserModels {
  return {
    translate: (texts, source, target) =>
      unlessItFails(() =>
        withSession(
          ai.Translator,
          { sourceLanguage: source, targetLanguage: target },
          async (session, signal) => {
            const translated: string[] = [];
            for (const text of texts) {
              const parts = await fittingParts(text, source, session, signal);
              const written: string[] = [];
              for (const part of parts) written.push(await session.translate(part, { signal }));
              translated.push(joinParts(parts, written));
            }
            return translated;
          },
        ),
      ),

    summarize: (text, type, language) =>
      unlessItFails(() =>
        withSession(
          ai.Summarizer,
          { ...SUMMARIES[type], expectedInputLanguages: [language], outputLanguage: language },
          async (session, signal) => {
            const summary = await summarizeAll(text, language, session, signal);
            return type === 'bullet_points' ? summary.replaceAll(/^\s*[*•-]\s+/gmu, '- ') : summary;
          },
        ),
      ),

    promptTokens: (language) =>
      unlessItFails(() =>
        withSession(
          ai.LanguageModel,
          spoken(language),
          async ({ contextWindow, inputQuota }) => contextWindow ?? inputQuota ?? null,
        ),
      ),

    async prompt(messages, language) {
      const last = messages.at(-1);
      if (!last) return null;
      try {
        return await withSession(
          ai.LanguageModel,
          { ...spoken(language), initialPrompts: messages.slice(0, -1) },
          (session, signal) => session.prompt(last.content, { signal }),
        );
      } catch (error) {
        throw new AppError(
          'internal',
          `The browser's language model gave no answer: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
  };
}

/** Those of this browser. */
export const browserModels: BrowserModels = browserModelsOf(globalThis);

/** Summarises what fits at once, and of longer texts the summaries of their parts. */
async function summarizeAll(
  text: string,
  language: string,
  session: SummarizerSession,
  signal: AbortSignal,
): Promise<string> {
  const parts = await fittingParts(text, language, session, signal);
  const summaries: string[] = [];
  for (const part of parts) summaries.push((await session.summarize(part, { signal })).trim());
  const all = summaries.join('\n');
  // Summaries that are no shorter than their text would never fit.
  return parts.length === 1 || all.length >= text.length ? all : summarizeAll(all, language, session, signal);
}

/** Instructions are English, whatever the recording's language is. */
function spoken(language: string) {
  const text = { type: 'text' as const, languages: [...new Set(['en', language])] };
  return { expectedInputs: [text], expectedOutputs: [text] };
}

/** Translated parts with the space that stood between them. */
function joinParts(parts: readonly string[], written: readonly string[]): string {
  return parts.map((part, index) => (written[index] ?? '').trim() + (/\s+$/u.exec(part)?.[0] ?? '')).join('');
}

async function unlessItFails<Result>(work: () => Promise<Result | null>): Promise<Result | null> {
  return work().catch(() => null);
}
