import type { BrowserAi } from '../../src/models/browser-ai.ts';

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

interface FakeOptions {
  /** By language, or by "source-target"; what is not named is unavailable. */
  offers: Record<string, Availability>;
  /** Characters that a session takes at once. */
  quota?: number;
  /** Pairs of languages whose translator never answers. */
  silent?: readonly string[];
  /** What the language model answers. */
  answer?: (prompt: string, initial: readonly { role: string; content: string }[]) => string;
}

/**
 * Stands in for the browser's own models, with their rules: options as the specification of
 * https://webmachinelearning.github.io has them, no download without user activation, an error for what exceeds the quota,
 * and for sessions that were closed. What it writes is plain to see: a translation in brackets, a summary of first words.
 */
export function fakeBrowserAi({
  offers,
  quota = Number.POSITIVE_INFINITY,
  silent = [],
  answer,
}: FakeOptions) {
  const calls: unknown[] = [];
  const sessions = { open: 0, opened: 0 };

  const factory = <Options extends object, Working extends object>(
    keysOf: (options: Options) => string[],
    methods: (options: Options, check: (input: string) => void) => Working,
  ) => ({
    async availability(options: Options): Promise<Availability> {
      const found = keysOf(options).map((key) => offers[key] ?? 'unavailable');
      const worst = (['unavailable', 'downloadable', 'downloading'] as const).find((one) =>
        found.includes(one),
      );
      return worst ?? 'available';
    },
    async create(options: Options & { signal?: AbortSignal }) {
      options.signal?.throwIfAborted();
      const availability = await this.availability(options);
      if (availability === 'unavailable') throw new DOMException('It is not offered.', 'NotSupportedError');
      if (availability !== 'available' && !globalThis.navigator?.userActivation?.isActive) {
        throw new DOMException('A user gesture is needed.', 'NotAllowedError');
      }
      const { signal: _, ...told } = options;
      calls.push(told);
      let open = true;
      sessions.open += 1;
      sessions.opened += 1;
      const check = (input: string) => {
        if (!open) throw new DOMException('The session was destroyed.', 'InvalidStateError');
        if (input.length > quota) throw new DOMException('The input is too long.', 'QuotaExceededError');
      };
      return {
        inputQuota: quota,
        measureInputUsage: async (input: string) => input.length,
        destroy: () => {
          if (open) sessions.open -= 1;
          open = false;
        },
        ...methods(options, check),
      };
    },
  });

  const ai: BrowserAi = {
    Translator: factory<
      { sourceLanguage: string; targetLanguage: string },
      { translate(input: string): Promise<string> }
    >(
      ({ sourceLanguage, targetLanguage }) => [`${sourceLanguage}-${targetLanguage}`],
      ({ sourceLanguage, targetLanguage }, check) => ({
        async translate(input) {
          check(input);
          if (silent.includes(`${sourceLanguage}-${targetLanguage}`)) await new Promise(() => undefined);
          return `[${targetLanguage}: ${input.trim()}]`;
        },
      }),
    ),
    Summarizer: factory<
      { type: string; expectedInputLanguages: string[]; outputLanguage: string },
      { summarize(input: string): Promise<string> }
    >(
      ({ expectedInputLanguages, outputLanguage }) => [...expectedInputLanguages, outputLanguage],
      ({ type }, check) => ({
        async summarize(input) {
          check(input);
          const first = input.trim().split(/\s+/u).slice(0, 3).join(' ');
          return type === 'key-points' ? `* ${first}\n* end` : `${first}…`;
        },
      }),
    ),
    LanguageModel: factory<
      {
        expectedInputs: { languages: string[] }[];
        initialPrompts?: { role: 'system' | 'user' | 'assistant'; content: string }[];
      },
      { contextWindow: number; prompt(input: string): Promise<string> }
    >(
      ({ expectedInputs }) => expectedInputs.flatMap(({ languages }) => languages),
      ({ initialPrompts = [] }, check) => ({
        contextWindow: quota,
        async prompt(input) {
          check(initialPrompts.map(({ content }) => content).join('') + input);
          return answer?.(input, initialPrompts) ?? `You said: ${input}`;
        },
      }),
    ),
  };
  return { ai, calls, sessions };
}
