import { waitFor } from '../../src/lib/wait-for.ts';
import type { BrowserAi } from '../../src/models/browser/browser-ai.ts';

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

interface FakeOptions {
  /** By language, or by "source-target"; what is not listed is unavailable. */
  offers: Record<string, Availability>;
  /** Characters that a session accepts at once. */
  quota?: number;
  /** Languages, or pairs, whose sessions never answer. */
  silent?: readonly string[];
  /** Whether the browser never says what it offers. */
  mute?: boolean;
  /** Duration of each answer in milliseconds. */
  takesMs?: number;
  /** The language model's answer. */
  answer?: (prompt: string, initial: readonly { role: string; content: string }[]) => string;
  /** Whether the language model can stream. */
  streams?: boolean;
}

interface CallOptions {
  signal?: AbortSignal;
}

/** Waits for the answer; rejects with the reason of an aborted signal or a destroyed session. */
type Respond = (input: string, options?: CallOptions) => Promise<void>;

/**
 * Takes the place of the browser's built-in models and follows their rules: options as specified at
 * https://webmachinelearning.github.io, no download without user activation, errors for exceeding the quota and for
 * destroyed sessions; signals cancel calls, and a session only while it is being created. Its output is recognisable:
 * a translation in brackets, a summary of first words.
 */
export function fakeBrowserAi({
  offers,
  quota = Number.POSITIVE_INFINITY,
  silent = [],
  mute = false,
  takesMs = 0,
  answer,
  streams = true,
}: FakeOptions) {
  const calls: unknown[] = [];
  const questions: unknown[] = [];
  const sessions = { open: 0, opened: 0, answering: 0 };

  const factory = <Options extends object, Working extends object>(
    keysOf: (options: Options) => string[],
    methods: (options: Options, respond: Respond) => Working,
  ) => ({
    async availability(options: Options): Promise<Availability> {
      questions.push(options);
      if (mute) return new Promise(() => undefined);
      const found = keysOf(options).map((key) => offers[key] ?? 'unavailable');
      const worst = (['unavailable', 'downloadable', 'downloading'] as const).find((one) =>
        found.includes(one),
      );
      return worst ?? 'available';
    },
    async create(options: Options & CallOptions) {
      options.signal?.throwIfAborted();
      const availability = await this.availability(options);
      if (availability === 'unavailable') throw new DOMException('It is not offered.', 'NotSupportedError');
      if (availability !== 'available' && !globalThis.navigator?.userActivation?.isActive) {
        throw new DOMException('A user gesture is needed.', 'NotAllowedError');
      }
      options.signal?.throwIfAborted();
      const { signal: _, ...told } = options;
      calls.push(told);
      const life = new AbortController();
      sessions.open += 1;
      sessions.opened += 1;
      const isSilent = keysOf(options).some((key) => silent.includes(key));
      const respond: Respond = async (input, { signal } = {}) => {
        if (life.signal.aborted) throw new DOMException('The session was destroyed.', 'InvalidStateError');
        signal?.throwIfAborted();
        if (input.length > quota) throw new DOMException('The input is too long.', 'QuotaExceededError');
        const either = AbortSignal.any([life.signal, ...(signal ? [signal] : [])]);
        sessions.answering += 1;
        try {
          if (isSilent) await abortOf(either);
          if (takesMs > 0) await waitFor(takesMs, either);
        } finally {
          sessions.answering -= 1;
        }
      };
      return {
        inputQuota: quota,
        measureInputUsage: async (input: string, { signal }: CallOptions = {}) => {
          signal?.throwIfAborted();
          return input.length;
        },
        destroy: () => {
          if (!life.signal.aborted) sessions.open -= 1;
          life.abort();
        },
        ...methods(options, respond),
      };
    },
  });

  const ai: BrowserAi = {
    Translator: factory<
      { sourceLanguage: string; targetLanguage: string },
      { translate(input: string, options?: CallOptions): Promise<string> }
    >(
      ({ sourceLanguage, targetLanguage }) => [`${sourceLanguage}-${targetLanguage}`],
      ({ targetLanguage }, respond) => ({
        async translate(input, options) {
          await respond(input, options);
          return `[${targetLanguage}: ${input.trim()}]`;
        },
      }),
    ),
    Summarizer: factory<
      { type: string; expectedInputLanguages: string[]; outputLanguage: string },
      { summarize(input: string, options?: CallOptions): Promise<string> }
    >(
      ({ expectedInputLanguages, outputLanguage }) => [...expectedInputLanguages, outputLanguage],
      ({ type }, respond) => ({
        async summarize(input, options) {
          await respond(input, options);
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
      {
        contextWindow: number;
        prompt(input: string, options?: CallOptions): Promise<string>;
        promptStreaming?(input: string, options?: CallOptions): ReadableStream<string>;
      }
    >(
      ({ expectedInputs }) => expectedInputs.flatMap(({ languages }) => languages),
      ({ initialPrompts = [] }, respond) => {
        const read = (input: string) => initialPrompts.map(({ content }) => content).join('') + input;
        const written = (input: string) => answer?.(input, initialPrompts) ?? `You said: ${input}`;
        return {
          contextWindow: quota,
          async prompt(input, options) {
            await respond(read(input), options);
            return written(input);
          },
          ...(streams && {
            promptStreaming(input: string, options?: CallOptions) {
              const pieces = written(input).match(/\S+\s*/gu) ?? [];
              return new ReadableStream<string>({
                async pull(controller) {
                  await respond(read(input), options);
                  const piece = pieces.shift();
                  if (piece === undefined) controller.close();
                  else controller.enqueue(piece);
                },
              });
            },
          }),
        };
      },
    ),
  };
  return { ai, calls, questions, sessions };
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
