import { StallWatch } from '../store/abortable.ts';

/**
 * The browser's built-in models as scripts call them: Translator, Summarizer and LanguageModel from
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

/** How much a session accepts at once; Infinity if it does not say. */
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
  /** The earlier name of `contextWindow`. */
  inputQuota?: number;
  prompt(input: string, options?: { signal?: AbortSignal }): Promise<string>;
  /** Streams the answer. */
  promptStreaming?(input: string, options?: { signal?: AbortSignal }): ReadableStream<string>;
}

/** A model that is silent for this long has hung, in milliseconds. */
const LONGEST_SILENCE_MS = 300_000;

/** Whether there is a model is known at once: a browser that has not said so after this long never will, in milliseconds. */
const LONGEST_QUESTION_MS = 3_000;

/** Kinds of models about which the browser says nothing, as Chromium's headless shell: they are asked for once. */
const mute = new WeakSet<object>();

/** Whether the browser has the model for these options on this device. */
export async function isAvailable<Options, Open>(
  factory: Factory<Options, Open>,
  options: Options,
): Promise<boolean> {
  if (mute.has(factory)) return false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, LONGEST_QUESTION_MS, null);
  });
  try {
    const answer = await Promise.race([factory.availability(options), silence]);
    if (answer === null) mute.add(factory);
    return answer === 'available';
  } finally {
    clearTimeout(timer);
  }
}

/** Makes one call to a model and abandons it if it hangs: `alive` reports that it does not. */
export async function unlessItHangs<Result>(
  signal: AbortSignal,
  call: (signal: AbortSignal, alive: () => void) => Promise<Result>,
): Promise<Result> {
  const watch = new StallWatch(LONGEST_SILENCE_MS);
  try {
    return await call(AbortSignal.any([signal, watch.signal]), () => watch.alive());
  } catch (error) {
    if (signal.aborted || !watch.signal.aborted) throw error;
    throw new Error(`It produced nothing for ${LONGEST_SILENCE_MS / 1000} s.`, { cause: error });
  } finally {
    watch.end();
  }
}

/**
 * Opens a session, to be destroyed; null if these options need a download first, or are not certain to be supported.
 */
export async function openSession<Options, Open extends Session>(
  factory: Factory<Options, Open> | undefined,
  options: Options,
  signal: AbortSignal,
): Promise<Open | null> {
  if (!factory || !(await isAvailable(factory, options))) return null;
  return unlessItHangs(signal, (call) => factory.create({ ...options, signal: call }));
}

/** Opens a session, uses it and destroys it; null if it cannot be opened. */
export async function withSession<Options, Open extends Session, Result>(
  factory: Factory<Options, Open> | undefined,
  options: Options,
  signal: AbortSignal,
  work: (session: Open) => Promise<Result>,
): Promise<Result | null> {
  const session = await openSession(factory, options, signal);
  if (!session) return null;
  try {
    return await work(session);
  } finally {
    session.destroy();
  }
}

/** Parts of a text that each fit into a session, split at sentences if possible; joined they are the text. */
export async function fittingParts(
  text: string,
  language: string,
  session: Quota,
  signal: AbortSignal,
): Promise<string[]> {
  // Measuring costs a call to the model.
  if (session.inputQuota === Number.POSITIVE_INFINITY || text.length < 2) return [text];
  const usage = await unlessItHangs(signal, (call) => session.measureInputUsage(text, { signal: call }));
  if (usage <= session.inputQuota) return [text];
  const middle = cutNearMiddle(text, language);
  const first = await fittingParts(text.slice(0, middle), language, session, signal);
  const second = await fittingParts(text.slice(middle), language, session, signal);
  return [...first, ...second];
}

/** Between sentences, otherwise between words, otherwise anywhere. */
function cutNearMiddle(text: string, language: string): number {
  const middle = Math.floor(text.length / 2);
  for (const granularity of ['sentence', 'word', 'grapheme'] as const) {
    const starts = [...new Intl.Segmenter(language, { granularity }).segment(text)].map(({ index }) => index);
    const [nearest = 0] = starts.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    if (nearest > 0) return nearest;
  }
  return middle;
}
