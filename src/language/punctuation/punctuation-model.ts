import type { LoadTextModelOptions } from '../text/load-text-model.ts';
import { loadWordReader } from '../text/word-reader.ts';

/** The model's output for a word: the mark after it and how it starts. */
export interface WordMark {
  mark: '' | ',' | '.' | '?' | '!' | ':';
  /** Null if the model says nothing about case. */
  capital: boolean | null;
}

/** Punctuates bare words. */
export interface PunctuationModel {
  /** @param words in order, in lower case, without spaces and punctuation */
  labelWords(words: readonly string[], signal?: AbortSignal): Promise<WordMark[]>;
  dispose(): Promise<void>;
}

/** Names models use for their labels. Dashes are omitted: whether one belongs somewhere is a matter of taste. */
const MARKS: Record<string, WordMark['mark']> = {
  ',': ',',
  COMMA: ',',
  '.': '.',
  PERIOD: '.',
  FULLSTOP: '.',
  '?': '?',
  QUESTION: '?',
  QUESTIONMARK: '?',
  '!': '!',
  EXCLAMATION: '!',
  ':': ':',
  COLON: ':',
};

/** Parses a label such as "PERIOD_UP", "COMMA", "?" or "0"; any other means no mark. */
export function readLabel(label: string, hasCase: boolean): WordMark {
  const upper = /(?:^|_)UP(?:PER)?$/i.test(label);
  const name = label
    .replace(/_?UP(?:PER)?$/i, '')
    .replaceAll(/[^\p{L}.,?!:]/gu, '')
    .toUpperCase();
  return { mark: MARKS[name] ?? '', capital: hasCase ? upper : null };
}

/** Such models are trained on short texts. */
const USED_SHARE = 1 / 4;

/**
 * Loads a punctuating token classifier in the transformers.js layout. A WordPiece model's label for a word is at the
 * word's first token, a SentencePiece model's (XLM-RoBERTa) at its last.
 *
 * @throws AppError `model_missing` if `files` lacks a file
 */
export async function loadPunctuationModel(options: LoadTextModelOptions): Promise<PunctuationModel> {
  const reader = await loadWordReader(options, USED_SHARE);
  const hasCase = reader.labels.some((label) => readLabel(label, true).capital);
  const marks = reader.labels.map((label) => readLabel(label, hasCase));
  const answersAt = reader.modelType.startsWith('xlm') ? -1 : 0;
  return {
    labelWords: (words, signal) =>
      reader.read(
        words,
        (tokens) => {
          const logits = tokens.at(answersAt)?.logits ?? [];
          return marks[logits.indexOf(Math.max(...logits))] ?? { mark: '', capital: null };
        },
        signal,
      ),
    dispose: () => reader.dispose(),
  };
}
