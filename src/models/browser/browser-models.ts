import type { BrowserModels, BrowserTranslator } from '../../language/text/text-models.ts';
import { AppError, isAbort } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import {
  type BrowserAi,
  fittingParts,
  type LanguageModelSession,
  openSession,
  type SummarizerOptions,
  type SummarizerSession,
  type TranslatorSession,
  unlessItHangs,
  withSession,
} from './browser-ai.ts';

type SummaryType = Parameters<BrowserModels['summarize']>[1];

/** The API's name for each type of summary. */
const SUMMARIES: Record<SummaryType, Pick<SummarizerOptions, 'type' | 'format' | 'length'>> = {
  general: { type: 'tldr', format: 'plain-text', length: 'long' },
  bullet_points: { type: 'key-points', format: 'markdown', length: 'medium' },
  concise: { type: 'tldr', format: 'plain-text', length: 'short' },
};

/** For calls without a signal. */
const NEVER = new AbortController().signal;

/**
 * The browser's built-in models, for add-ons; pages only. A summary or translator that cannot be created is null, for
 * another model to be used; prompts and open translators report their failures.
 */
export function browserModelsOf(ai: BrowserAi): BrowserModels {
  return {
    translator: (source, target, signal = NEVER) =>
      unlessItFails(async () => {
        const languages = { sourceLanguage: source, targetLanguage: target };
        const session = await openSession(ai.Translator, languages, signal);
        return session && new SessionTranslator(session, source, signal);
      }),

    summarize: (text, type, language, signal = NEVER) =>
      unlessItFails(() =>
        withSession(
          ai.Summarizer,
          { ...SUMMARIES[type], expectedInputLanguages: [language], outputLanguage: language },
          signal,
          async (session) => {
            const summary = await summarizeAll(text, language, session, signal);
            return type === 'bullet_points' ? summary.replaceAll(/^\s*[*•-]\s+/gmu, '- ') : summary;
          },
        ),
      ),

    promptTokens: (language, signal = NEVER) =>
      unlessItFails(() =>
        withSession(
          ai.LanguageModel,
          spoken(language),
          signal,
          async ({ contextWindow, inputQuota }) => contextWindow ?? inputQuota ?? null,
        ),
      ),

    async prompt(messages, language, { onText, signal = NEVER } = {}) {
      const last = messages.at(-1);
      if (!last) return null;
      return tellingFailure('language model', () =>
        withSession(
          ai.LanguageModel,
          { ...spoken(language), initialPrompts: messages.slice(0, -1) },
          signal,
          (session) => answer(session, last.content, signal, onText),
        ),
      );
    },
  };
}

/** The models of this browser. */
export const browserModels: BrowserModels = browserModelsOf(globalThis);

class SessionTranslator implements BrowserTranslator {
  readonly #session: TranslatorSession;
  readonly #source: string;
  readonly #signal: AbortSignal;

  constructor(session: TranslatorSession, source: string, signal: AbortSignal) {
    this.#session = session;
    this.#source = source;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.close(), { once: true });
  }

  translate(text: string): Promise<string> {
    return tellingFailure('translator', async () => {
      const parts = await fittingParts(text, this.#source, this.#session, this.#signal);
      const written: string[] = [];
      for (const part of parts) {
        written.push(
          await unlessItHangs(this.#signal, (signal) => this.#session.translate(part, { signal })),
        );
      }
      return joinParts(parts, written);
    });
  }

  close(): void {
    this.#session.destroy();
  }
}

/** The answer to a prompt, reported as it grows if the session streams. */
function answer(
  session: LanguageModelSession,
  input: string,
  signal: AbortSignal,
  onText?: (text: string) => void,
): Promise<string> {
  return unlessItHangs(signal, async (call, alive) => {
    if (!session.promptStreaming) return session.prompt(input, { signal: call });
    const pieces = session.promptStreaming(input, { signal: call }).getReader();
    let text = '';
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      alive();
      text += piece.value;
      onText?.(text);
    }
    return text;
  });
}

/** Summarises text that fits at once; for longer texts, summarises the summaries of their parts. */
async function summarizeAll(
  text: string,
  language: string,
  session: SummarizerSession,
  signal: AbortSignal,
): Promise<string> {
  const parts = await fittingParts(text, language, session, signal);
  const summaries: string[] = [];
  for (const part of parts) {
    const summary = await unlessItHangs(signal, (call) => session.summarize(part, { signal: call }));
    summaries.push(summary.trim());
  }
  const all = summaries.join('\n');
  // Summaries no shorter than their text would never fit.
  return parts.length === 1 || all.length >= text.length ? all : summarizeAll(all, language, session, signal);
}

/** Instructions are in English, whatever the recording's language. */
function spoken(language: string) {
  const text = { type: 'text' as const, languages: [...new Set(['en', language])] };
  return { expectedInputs: [text], expectedOutputs: [text] };
}

/** Translated parts with the original whitespace between them. */
function joinParts(parts: readonly string[], written: readonly string[]): string {
  return parts.map((part, index) => (written[index] ?? '').trim() + (/\s+$/u.exec(part)?.[0] ?? '')).join('');
}

async function unlessItFails<Result>(work: () => Promise<Result | null>): Promise<Result | null> {
  return work().catch(() => null);
}

async function tellingFailure<Result>(model: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isAbort(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new AppError('internal', msg`The browser's ${model} failed: ${message}`, { cause: error });
  }
}
