import type { Translated, TranslateOptions } from './translator.ts';

/** Text models as add-ons see them, whatever runs below. Each call rejects with AppError. */

export interface Label {
  label: string;
  /** 0 to 1. */
  score: number;
}

/** Names a kind for each word: people, places, private data. */
export interface TokenClassifier {
  /** The manifest's id. */
  modelId: string;
  /** All that the model knows. */
  labels(): Promise<readonly string[]>;
  /** @returns as many labels as words, as the model calls them ("B-PER", "O") */
  labelWords(words: readonly string[]): Promise<Label[]>;
}

/** Weighs labels for a whole text. */
export interface TextClassifier {
  /** The manifest's id. */
  modelId: string;
  /** @returns every label that the model knows, best first */
  classify(text: string): Promise<Label[]>;
}

/** What translates from one language into another: a model, or two over English. */
export interface Translator {
  /** The manifest's, joined by "+" where there are two. */
  modelId: string;
  /**
   * Translates a text of any length, sentence by sentence where it is longer than the model reads.
   *
   * @returns translations, best first; at least one
   */
  translate(text: string, options?: TranslatorOptions): Promise<Translated[]>;
  /** Where it holds what nobody else gives back. */
  close?(): void;
}

export type { Translated };
export type TranslatorOptions = Omit<TranslateOptions, 'source' | 'target'>;

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A language model that follows instructions. */
export interface TextGenerator {
  /** The manifest's id. */
  modelId: string;
  /** How much it reads and writes in one go, in tokens. */
  contextTokens: number;
  /** With a closed vocabulary it understands the bare task before the bare text, and nothing else that is said to it. */
  vocabulary: 'open' | 'closed';
  countTokens(text: string): number;
  /** Rejects with the signal's reason when it aborts. */
  generate(messages: readonly ChatMessage[], options: GenerateOptions): Promise<string>;
}

export interface GenerateOptions {
  /** Most tokens that it writes. */
  maximumTokens: number;
  /** Gets all that is written so far, as it is written. */
  onText?: (text: string) => void;
  signal?: AbortSignal;
}

/**
 * The models that a browser brings along (Translator, Summarizer, LanguageModel). They work in pages only. Each gives null
 * where the browser does not offer it, lacks the language, or would have to download it first. What was begun ends when the
 * signal aborts.
 */
export interface BrowserModels {
  /** @param source and target BCP 47 */
  translator(source: string, target: string, signal?: AbortSignal): Promise<BrowserTranslator | null>;
  summarize(
    text: string,
    type: 'general' | 'bullet_points' | 'concise',
    language: string,
    signal?: AbortSignal,
  ): Promise<string | null>;
  /** How many tokens `prompt` reads and writes in one go. */
  promptTokens(language: string, signal?: AbortSignal): Promise<number | null>;
  /** Rejects with AppError where it was offered and failed. */
  prompt(
    messages: readonly ChatMessage[],
    language: string,
    options?: Pick<GenerateOptions, 'onText' | 'signal'>,
  ): Promise<string | null>;
}

/** One that is open, and holds its model until it is closed. */
export interface BrowserTranslator {
  /** Rejects with AppError where it gives no answer, or none in time. */
  translate(text: string): Promise<string>;
  close(): void;
}
