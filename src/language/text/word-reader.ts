import {
  AutoModelForTokenClassification,
  AutoTokenizer,
  type PreTrainedTokenizer,
  Tensor,
} from '@huggingface/transformers';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { z } from '../../lib/zod.ts';
import { encoderInputs, encodeText, frameOf } from './encoded-text.ts';
import { type LoadTextModelOptions, loadTextModel } from './load-text-model.ts';

/** A model's output for one token of a word. */
export interface TokenReading {
  id: number;
  /** One per label; not normalised. */
  logits: readonly number[];
}

/** A token classifier that reads words in context. */
export interface WordReader {
  /** By id. */
  labels: readonly string[];
  /** The model type in its configuration: "bert", "xlm-roberta". */
  modelType: string;
  /** Whether a token contains letters or digits, or represents a word unknown to the model. */
  hasContent(id: number): boolean;
  /**
   * Reads any number of words in overlapping parts that fit into the model, and returns what `decide` makes of each
   * word's tokens.
   *
   * @param words in order, each with its leading space if the tokenizer distinguishes it
   */
  read<Decision>(
    words: readonly string[],
    decide: (tokens: readonly TokenReading[]) => Decision,
    signal?: AbortSignal,
  ): Promise<Decision[]>;
  dispose(): Promise<void>;
}

const labelledConfig = z.object({
  id2label: z.record(z.string(), z.string()),
  model_type: z.string().optional(),
  max_position_embeddings: z.int().positive().optional(),
});

/** Maximum words of context at both edges of a part. */
const CONTEXT_WORDS = 12;
const USUAL_POSITIONS = 512;

/**
 * Loads a token classifier in the transformers.js layout, for any tokenizer: WordPiece, SentencePiece or byte-level
 * BPE.
 *
 * @param usedShare of the model's positions read at once: models are trained on texts far shorter than their maximum
 *   and read later positions worse than none
 * @throws AppError `model_missing` if `files` lacks a file, or the model is of another type
 */
export async function loadWordReader(options: LoadTextModelOptions, usedShare: number): Promise<WordReader> {
  return loadTextModel(options, async (modelId, pretrained) => {
    const [tokenizer, model] = await Promise.all([
      AutoTokenizer.from_pretrained(modelId),
      AutoModelForTokenClassification.from_pretrained(modelId, pretrained),
    ]);
    const config = labelledConfig.parse(model.config);
    const count = Object.keys(config.id2label).length;
    const labels = Array.from({ length: count }, (_, id) => config.id2label[id] ?? '');
    const { begin, end } = frameOf(tokenizer);
    // More positions do not help at the length of what people say.
    const positions = Math.min(config.max_position_embeddings ?? USUAL_POSITIONS, USUAL_POSITIONS);
    const room = Math.max(Math.floor(positions * usedShare) - begin.length - end.length, 8);
    const context = Math.min(CONTEXT_WORDS, Math.floor(room / 6));

    const classify = async (pieces: Pieces): Promise<TokenReading[][]> => {
      const { logits } = await model(encoderInputs([...begin, ...pieces.flat(), ...end]));
      if (!(logits instanceof Tensor)) throw unusable();
      const values = Array.from(logits.data, Number);
      let place = begin.length;
      return pieces.map((own) =>
        own.map((id) => {
          const row = values.slice(place * count, (place + 1) * count);
          place += 1;
          return { id, logits: row };
        }),
      );
    };

    return {
      labels,
      modelType: config.model_type ?? '',
      hasContent: contentTest(tokenizer),
      async read(words, decide, signal) {
        const pieces = words.map((word) => {
          const ids = encodeText(tokenizer, word);
          return ids.length > 0 ? ids.slice(0, room) : [end[0] ?? 0];
        });
        const decisions: ReturnType<typeof decide>[] = [];
        while (decisions.length < pieces.length) {
          signal?.throwIfAborted();
          const done = decisions.length;
          const from = contextStart(pieces, done, context);
          const to = Math.max(wordsThatFit(pieces, from, room), done + 1);
          const found = await classify(pieces.slice(from, to));
          const keepTo = to === pieces.length ? to : Math.max(to - context, done + 1);
          decisions.push(...found.slice(done - from, keepTo - from).map(decide));
        }
        return decisions;
      },
      async dispose() {
        await model.dispose();
      },
    };
  });
}

function contentTest(tokenizer: PreTrainedTokenizer): (id: number) => boolean {
  const known = new Map<number, boolean>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    // A byte-level tokenizer's partial letters appear as U+FFFD.
    const content = /[\p{L}\p{N}\p{M}\uFFFD]/u.test(tokenizer.decode([id]));
    known.set(id, content);
    return content;
  };
}

type Pieces = readonly (readonly number[])[];

/** First word to read so that `word` has context before it: at most two tokens per word. */
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

/** End (exclusive) of the words from `from` on that fit. */
function wordsThatFit(pieces: Pieces, from: number, room: number): number {
  let used = 0;
  for (let word = from; word < pieces.length; word++) {
    used += pieces[word]?.length ?? 0;
    if (used > room) return word;
  }
  return pieces.length;
}

const unusable = () =>
  new AppError('model_missing', msg`The model that labels words cannot be used: it is incompatible.`, {
    remedy: msg`Delete it and install another.`,
  });
