import type { Message } from '../../lib/errors/msg.ts';
import type { Translated, TranslateOptions } from './translator.ts';

/** Text models as add-ons see them, whatever runs underneath. Every call rejects with AppError. */

export interface Label {
  label: string;
  /** 0 to 1. */
  score: number;
}

/** Labels each word: people, places, personal data. */
export interface TokenClassifier {
  /** Id in the manifest. */
  modelId: string;
  /** All labels the model knows. */
  labels(): Promise<readonly string[]>;
  /** @returns one label per word in the model's terms ("B-PER", "O") */
  labelWords(words: readonly string[]): Promise<Label[]>;
}

/** Scores labels for a whole text. */
export interface TextClassifier {
  /** Id in the manifest. */
  modelId: string;
  /** @returns every label the model knows, best first */
  classify(text: string): Promise<Label[]>;
}

/** `base` prefers the smallest model, `batch` one made for the pair, `enhanced` the largest. */
export type TranslationQuality = 'base' | 'batch' | 'enhanced';

/** Translates between two languages: one model, or two via English. */
export interface Translator {
  /** Manifest ids, joined by "+" if there are two. */
  modelId: string;
  /**
   * Translates a text of any length, sentence by sentence if it is longer than the model's input.
   *
   * @returns translations, best first; at least one
   */
  translate(text: string, options?: TranslatorOptions): Promise<Translated[]>;
  /** Translates texts in one call, so that `translate` has them at once; absent if that saves nothing. */
  readAhead?(texts: readonly string[]): Promise<void>;
  /** Writes one translation a text, whatever the options ask for. */
  hasOneReading?: boolean;
  /** Releases what nothing else would. */
  close?(): void;
  /** What it cannot do as asked, for people. */
  shortfall?: Message | undefined;
}

export type { Translated };
export type TranslatorOptions = Omit<TranslateOptions, 'source' | 'target'>;

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** An instruction-following language model. */
export interface TextGenerator {
  /** Id in the manifest. */
  modelId: string;
  /** Tokens it can read and write in one call. */
  contextTokens: number;
  /** With a closed vocabulary it understands only the bare task followed by the bare text. */
  vocabulary: 'open' | 'closed';
  countTokens(text: string): number;
  /** Tokens in a second that it read and wrote on this device; null until both were measured. */
  speed?: Speed | null;
  /** When the signal aborts, it has what was written so far, or rejects with the signal's reason if that is nothing. */
  generate(messages: readonly ChatMessage[], options: GenerateOptions): Promise<WrittenText>;
}

/** Tokens in a second. */
export interface Speed {
  read: number;
  write: number;
}

export interface WrittenText {
  text: string;
  /** By `itself`; or it was stopped in a `loop`, at the greatest `length` that was asked for, or when the `time` was up. */
  ended: 'itself' | 'loop' | 'length' | 'time';
  /** Absent for models whose tokens nobody counts. */
  took?: Took;
}

export interface Took {
  /** Tokens that were read, without those that were known from before; seconds for them. */
  read: number;
  readSeconds: number;
  written: number;
  writeSeconds: number;
}

export interface GenerateOptions {
  /** Maximum number of tokens to write. */
  maximumTokens: number;
  /** Receives the text so far as it grows. */
  onText?: (text: string) => void;
  /** Whether the text so far is all that is needed: then nothing more is written. Models of browsers do not ask. */
  isEnough?: (text: string) => boolean;
  signal?: AbortSignal;
}

/**
 * The browser's built-in models (Translator, Summarizer, LanguageModel). They work only in pages. Each is null if the
 * browser does not support it or the language, or would have to download it first. Running calls end when the signal
 * aborts.
 */
export interface BrowserModels {
  /** @param source and target in BCP 47 */
  translator(source: string, target: string, signal?: AbortSignal): Promise<BrowserTranslator | null>;
  summarize(
    text: string,
    type: 'general' | 'bullet_points' | 'concise',
    language: string,
    signal?: AbortSignal,
  ): Promise<string | null>;
  /** Tokens that `prompt` can read and write in one call. */
  promptTokens(language: string, signal?: AbortSignal): Promise<number | null>;
  /** Rejects with AppError if it is available but fails. */
  prompt(
    messages: readonly ChatMessage[],
    language: string,
    options?: Pick<GenerateOptions, 'onText' | 'signal'>,
  ): Promise<string | null>;
}

/** An open translator, which holds its model until it is closed. */
export interface BrowserTranslator {
  /** Rejects with AppError if there is no answer, or none in time. */
  translate(text: string): Promise<string>;
  close(): void;
}
