import type { LoadTextModelOptions } from '../text/load-text-model.ts';
import { loadWordReader } from '../text/word-reader.ts';

/** What a model writes after a word, and how it begins the word. */
export interface WordMark {
  mark: '' | ',' | '.' | '?' | '!' | ':';
  /** Null where the model says nothing about case. */
  capital: boolean | null;
}

/** Punctuation for bare words. */
export interface PunctuationModel {
  /** @param words in order, in lower case, without spaces and punctuation */
  labelWords(words: readonly string[], signal?: AbortSignal): Promise<WordMark[]>;
  dispose(): Promise<void>;
}

/** How models call their labels. A dash is left out: whether one belongs there is a matter of taste. */
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

/** Reads a label such as "PERIOD_UP", "COMMA", "?" or "0"; any other stands for no mark. */
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
 * Loads a token classifier that punctuates, in the transformers.js layout. A WordPiece model's answer for a word is at the
 * word's first token, a SentencePiece model's (XLM-RoBERTa) at its last.
 *
 * @throws AppError `model_missing` where `files` does not have a file
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
