/**
 * The models that a browser brings along, as scripts call them: the Translator, Summarizer and LanguageModel of
 * https://webmachinelearning.github.io (Chrome 138 and later).
 */
export interface BrowserAi {
  Translator?: Factory<TranslatorOptions, TranslatorSession>;
  Summarizer?: Factory<SummarizerOptions, SummarizerSession>;
  LanguageModel?: Factory<LanguageModelOptions, LanguageModelSession>;
}

declare global {
  var Translator: BrowserAi['Translator'];
  var Summarizer: BrowserAi['Summarizer'];
  var LanguageModel: BrowserAi['LanguageModel'];
}

interface Factory<Options, Session> {
  availability(options: Options): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options: Options & { signal?: AbortSignal }): Promise<Session>;
}

interface Session {
  destroy(): void;
}

/** How much a session takes at once; Infinity where it does not say. */
interface Quota {
  inputQuota: number;
  measureInputUsage(input: string, options?: { signal?: AbortSignal }): Promise<number>;
}

interface TranslatorOptions {
  sourceLanguage: string;
  targetLanguage: string;
}

export interface TranslatorSession extends Session, Quota {
  translate(input: string, options?: { signal?: AbortSignal }): Promise<string>;
}

export interface SummarizerOptions {
  type: 'tldr' | 'key-points';
  format: 'plain-text' | 'markdown';
  length: 'short' | 'medium' | 'long';
  expectedInputLanguages: string[];
  outputLanguage: string;
}

export interface SummarizerSession extends Session, Quota {
  summarize(input: string, options?: { signal?: AbortSignal }): Promise<string>;
}

interface TextOfLanguages {
  type: 'text';
  languages: string[];
}

interface LanguageModelOptions {
  initialPrompts?: { role: 'system' | 'user' | 'assistant'; content: string }[];
  expectedInputs: TextOfLanguages[];
  expectedOutputs: TextOfLanguages[];
}

export interface LanguageModelSession extends Session {
  /** Tokens of a whole conversation. */
  contextWindow?: number;
  /** What `contextWindow` was called at first. */
  inputQuota?: number;
  prompt(input: string, options?: { signal?: AbortSignal }): Promise<string>;
}

/** Sessions that hang are given up after this, in milliseconds. */
const LONGEST_CALL_MS = 300_000;

/**
 * Opens a session, works with it and closes it. Gives null where the browser does not offer it for these options, or would
 * have to download the model first: a click that happens while a job runs gives no leave for that.
 */
export async function withSession<Options, Open extends Session, Result>(
  factory: Factory<Options, Open> | undefined,
  options: Options,
  work: (session: Open, signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  if (!factory) return null;
  if ((await factory.availability(options)) !== 'available') return null;
  const signal = AbortSignal.timeout(LONGEST_CALL_MS);
  const session = await factory.create({ ...options, signal });
  try {
    return await work(session, signal);
  } finally {
    session.destroy();
  }
}

/** Parts of a text that each fit into what a session takes at once, cut at sentences where it can be; joined they are the text. */
export async function fittingParts(
  text: string,
  language: string,
  session: Quota,
  signal: AbortSignal,
): Promise<string[]> {
  const usage = await session.measureInputUsage(text, { signal });
  if (usage <= session.inputQuota || text.length < 2) return [text];
  const middle = cutNearMiddle(text, language);
  const first = await fittingParts(text.slice(0, middle), language, session, signal);
  const second = await fittingParts(text.slice(middle), language, session, signal);
  return [...first, ...second];
}

/** Between two sentences, else between two words, else anywhere. */
function cutNearMiddle(text: string, language: string): number {
  const middle = Math.floor(text.length / 2);
  for (const granularity of ['sentence', 'word', 'grapheme'] as const) {
    const starts = [...new Intl.Segmenter(language, { granularity }).segment(text)].map(({ index }) => index);
    const [nearest = 0] = starts.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    if (nearest > 0) return nearest;
  }
  return middle;
}
