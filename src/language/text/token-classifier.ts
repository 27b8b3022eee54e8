import type { LoadTextModelOptions } from './load-text-model.ts';
import { softmax } from './softmax.ts';
import { loadWordReader, type TokenReading } from './word-reader.ts';

/** A word's label in the model's terms ("B-PER", "O"), and the confidence in its type, 0 to 1. */
export interface WordLabel {
  label: string;
  score: number;
}

/** Labels each word. */
export interface TokenClassifierModel {
  /** All labels it knows. */
  labels: readonly string[];
  /** @param words in order, each with its leading space and surrounding punctuation */
  labelWords(words: readonly string[], signal?: AbortSignal): Promise<WordLabel[]>;
  dispose(): Promise<void>;
}

const USED_SHARE = 1 / 2;
const POSITION = /^[BIELSU][-_](?=.)/;

/** "B-PER" and "I-PER" are of type "PER". */
export const kindOf = (label: string): string => label.replace(POSITION, '');

/**
 * Loads a token classifier in the transformers.js layout. A word's type is the one its tokens jointly consider
 * likeliest, ignoring pure punctuation; its first token says whether an entity starts there.
 *
 * @throws AppError `model_missing` if `files` lacks a file
 */
export async function loadTokenClassifier(options: LoadTextModelOptions): Promise<TokenClassifierModel> {
  const { labels, hasContent, ...reader } = await loadWordReader(options, USED_SHARE);
  const kinds = [...new Set(labels.map(kindOf))];
  const labelsOfKind = kinds.map((kind) =>
    labels.flatMap((label, id) => (kindOf(label) === kind ? [id] : [])),
  );

  const decide = (tokens: readonly TokenReading[]): WordLabel => {
    const content = tokens.filter(({ id }) => hasContent(id));
    const own = (content.length > 0 ? content : tokens).map(({ logits }) => softmax(logits));
    let best = { score: -1, ids: [] as readonly number[] };
    for (const ids of labelsOfKind) {
      const score = own.reduce((sum, chances) => sum + total(chances, ids), 0) / own.length;
      if (score > best.score) best = { score, ids };
    }
    const first = own[0] ?? [];
    const id = best.ids.reduce((a, b) => ((first[b] ?? 0) > (first[a] ?? 0) ? b : a), best.ids[0] ?? 0);
    return { label: labels[id] ?? 'O', score: best.score };
  };

  return {
    labels,
    labelWords: (words, signal) => reader.read(words, decide, signal),
    dispose: () => reader.dispose(),
  };
}

const total = (chances: readonly number[], ids: readonly number[]): number =>
  ids.reduce((sum, id) => sum + (chances[id] ?? 0), 0);
