import { AutoModelForTokenClassification, AutoTokenizer, Tensor } from '@huggingface/transformers';
import { z } from 'zod';
import { AppError } from '../../lib/errors.ts';
import { type LoadTextModelOptions, loadTextModel } from '../text/load-text-model.ts';

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

const labelledConfig = z.object({
  id2label: z.record(z.string(), z.string()),
  model_type: z.string().optional(),
  max_position_embeddings: z.int().positive().optional(),
});
const encodedIds = z.array(z.int());

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

/** Most words of context at both edges of what is read at once. */
const CONTEXT_WORDS = 12;
/**
 * Share of a model's positions that is used at once: such models are trained on texts far shorter than their longest, and
 * what stands further back is read worse than not at all.
 */
const USED_SHARE = 1 / 4;
const USUAL_POSITIONS = 512;

/**
 * Loads a token classifier that punctuates, in the transformers.js layout. A WordPiece model's answer for a word is at the
 * word's first piece, a SentencePiece model's (XLM-RoBERTa) at its last.
 *
 * @throws AppError `model_missing` where `files` does not have a file
 */
export async function loadPunctuationModel(options: LoadTextModelOptions): Promise<PunctuationModel> {
  return loadTextModel(options, async (modelId, pretrained) => {
    const [tokenizer, model] = await Promise.all([
      AutoTokenizer.from_pretrained(modelId),
      AutoModelForTokenClassification.from_pretrained(modelId, pretrained),
    ]);
    const config = labelledConfig.parse(model.config);
    const labels = Object.values(config.id2label);
    const hasCase = labels.some((label) => readLabel(label, true).capital);
    const marks = Array.from({ length: labels.length }, (_, id) =>
      readLabel(config.id2label[id] ?? '', hasCase),
    );
    const empty = encodedIds.parse(tokenizer.encode(''));
    const [begin, end] = [empty[0], empty.at(-1)];
    if (begin === undefined || end === undefined || empty.length < 2) throw unusable();
    const positions = config.max_position_embeddings ?? USUAL_POSITIONS;
    const room = Math.max(Math.floor(positions * USED_SHARE) - 2, 8);
    const context = Math.min(CONTEXT_WORDS, Math.floor(room / 6));
    const atLast = config.model_type?.startsWith('xlm') ?? false;

    const classify = async (pieces: readonly (readonly number[])[]): Promise<WordMark[]> => {
      const ids = [begin, ...pieces.flat(), end];
      const shape = [1, ids.length];
      const int64 = (values: number[]) => new Tensor('int64', BigInt64Array.from(values, BigInt), shape);
      const { logits } = await model({
        input_ids: int64(ids),
        attention_mask: int64(ids.map(() => 1)),
        token_type_ids: int64(ids.map(() => 0)),
      });
      if (!(logits instanceof Tensor)) throw unusable();
      const values = Array.from(logits.data, Number);
      let place = 1;
      return pieces.map(({ length }) => {
        const at = atLast ? place + length - 1 : place;
        place += length;
        const row = values.slice(at * labels.length, (at + 1) * labels.length);
        return marks[row.indexOf(Math.max(...row))] ?? { mark: '', capital: null };
      });
    };

    return {
      async labelWords(words, signal) {
        const pieces = words.map((word) => {
          const ids = encodedIds.parse(tokenizer.encode(word, { add_special_tokens: false }));
          return ids.length > 0 ? ids.slice(0, room) : [end];
        });
        const marked: WordMark[] = [];
        while (marked.length < pieces.length) {
          signal?.throwIfAborted();
          const from = contextStart(pieces, marked.length, context);
          const to = Math.max(wordsThatFit(pieces, from, room), marked.length + 1);
          const found = await classify(pieces.slice(from, to));
          const keepTo = to === pieces.length ? to : Math.max(to - context, marked.length + 1);
          marked.push(...found.slice(marked.length - from, keepTo - from));
        }
        return marked;
      },
      async dispose() {
        await model.dispose();
      },
    };
  });
}

type Pieces = readonly (readonly number[])[];

/** From which word on to read, so that the words before `word` give it context: two tokens a word at most. */
function contextStart(pieces: Pieces, word: number, context: number): number {
  let start = word;
  let used = 0;
  while (start > 0 && word - start < context) {
    used += pieces[start - 1]?.length ?? 0;
    if (used > 2 * context) break;
    start -= 1;
  }
  return start;
}

/** Up to which word (exclusive) the words from `from` on fit into the room. */
function wordsThatFit(pieces: Pieces, from: number, room: number): number {
  let used = 0;
  for (let word = from; word < pieces.length; word++) {
    used += pieces[word]?.length ?? 0;
    if (used > room) return word;
  }
  return pieces.length;
}

const unusable = () =>
  new AppError(
    'model_missing',
    'The punctuation model cannot be used: it is of another make. Remove it and install another.',
  );
