import {
  boolTensor,
  floatTensorFor,
  int64Tensor,
  type OrtSession,
  type OrtTensor,
  readFloats,
} from '../../engine/kernels/sessions.ts';

type Tensors = Readonly<Record<string, OrtTensor>>;

/** What a decoder has read and written so far, one row per text written in parallel. */
export interface WritingState {
  rows: number;
  /** Tokens of the source. */
  sourceLength: number;
  /** `past_key_values.{layer}.decoder.{key,value}`. */
  written: Tensors;
  /** `past_key_values.{layer}.encoder.{key,value}` and the encoder's states: the same in every row. */
  read: Tensors;
}

export interface NextTokens {
  state: WritingState;
  /** Logits of the next token, one row per text. */
  logits: Float32Array[];
}

/** Sizes of the tensors a decoder starts with. */
export interface DecoderShape {
  heads: number;
  headSize: number;
}

/**
 * The encoder and the merged decoder of a translation model in the transformers.js layout, run directly: that library
 * writes a single text with the likeliest tokens and cannot compare several.
 */
export class Seq2SeqModel {
  readonly #encoder: OrtSession;
  readonly #decoder: OrtSession;
  readonly #nothing: Tensors;
  readonly #writtenNames: readonly string[];
  readonly #sourceNames: readonly string[];

  constructor(encoder: OrtSession, decoder: OrtSession, { heads, headSize }: DecoderShape) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    const cache = decoder.inputNames.filter((name) => name.startsWith('past_key_values.'));
    this.#nothing = Object.fromEntries(
      cache.map((name) => [
        name,
        floatTensorFor(decoder, name, new Float32Array(0), [1, heads, 0, headSize]),
      ]),
    );
    this.#writtenNames = cache.filter((name) => name.includes('.decoder.'));
    this.#sourceNames = cache.filter((name) => name.includes('.encoder.'));
  }

  /**
   * Reads the source and the beginning of the target.
   *
   * @param source token ids with everything the encoder expects around them
   * @param prefix token ids the target begins with
   */
  async start(source: readonly number[], prefix: readonly number[]): Promise<NextTokens> {
    const sourceLength = source.length;
    const encoded = await this.#encoder.run(
      { input_ids: int64Tensor(source, [1, sourceLength]), attention_mask: ones(1, sourceLength) },
      ['last_hidden_state'],
    );
    const hidden = { encoder_hidden_states: required(encoded, 'last_hidden_state') };
    const outputs = await this.#decoder.run(
      {
        ...this.#feeds(prefix, 1, sourceLength, { ...hidden, ...this.#nothing }),
        use_cache_branch: boolTensor(false),
      },
      ['logits', ...[...this.#writtenNames, ...this.#sourceNames].map(presentName)],
    );
    const logits = await readFloats(required(outputs, 'logits'));
    return {
      state: {
        rows: 1,
        sourceLength,
        written: pastOf(outputs, this.#writtenNames),
        read: { ...hidden, ...pastOf(outputs, this.#sourceNames) },
      },
      logits: [logits.slice(-logits.length / prefix.length)],
    };
  }

  /**
   * Appends one token to each text.
   *
   * @param parents row of `past` that each text continues
   * @param tokens the token appended to each
   */
  async step(past: WritingState, parents: readonly number[], tokens: readonly number[]): Promise<NextTokens> {
    const rows = parents.length;
    const stays = rows === past.rows && parents.every((parent, row) => parent === row);
    const written = stays ? past.written : await this.#takeRows(past.written, parents);
    // The source is the same in every row; only their number can change.
    const read = rows === past.rows ? past.read : await this.#takeRows(past.read, parents);
    const outputs = await this.#decoder.run(
      {
        ...this.#feeds(tokens, rows, past.sourceLength, { ...read, ...written }),
        use_cache_branch: boolTensor(true),
      },
      ['logits', ...this.#writtenNames.map(presentName)],
    );
    const logits = await readFloats(required(outputs, 'logits'));
    const vocabulary = logits.length / rows;
    return {
      state: { rows, sourceLength: past.sourceLength, written: pastOf(outputs, this.#writtenNames), read },
      logits: parents.map((_, row) => logits.slice(row * vocabulary, (row + 1) * vocabulary)),
    };
  }

  async dispose(): Promise<void> {
    await this.#encoder.release();
    await this.#decoder.release();
  }

  #feeds(
    tokens: readonly number[],
    rows: number,
    sourceLength: number,
    past: Tensors,
  ): Record<string, OrtTensor> {
    const all: Tensors = {
      input_ids: int64Tensor(tokens, [rows, tokens.length / rows]),
      encoder_attention_mask: ones(rows, sourceLength),
      ...past,
    };
    return Object.fromEntries(
      Object.entries(all).filter(([name]) => this.#decoder.inputNames.includes(name)),
    );
  }

  /** Selects rows (the first dimension) of tensors in the given order. */
  async #takeRows(tensors: Tensors, rows: readonly number[]): Promise<Tensors> {
    const taken: Record<string, OrtTensor> = {};
    for (const [name, tensor] of Object.entries(tensors)) {
      const [count = 1, ...shape] = tensor.dims;
      const values = await readFloats(tensor);
      const size = values.length / count;
      const gathered = new Float32Array(rows.length * size);
      for (const [at, row] of rows.entries()) {
        gathered.set(values.subarray(row * size, (row + 1) * size), at * size);
      }
      taken[name] = floatTensorFor(this.#decoder, name, gathered, [rows.length, ...shape]);
    }
    return taken;
  }
}

const ones = (rows: number, columns: number): OrtTensor =>
  int64Tensor(new Array<number>(rows * columns).fill(1), [rows, columns]);

const presentName = (past: string): string => past.replace('past_key_values', 'present');

function pastOf(outputs: Tensors, names: readonly string[]): Tensors {
  return Object.fromEntries(names.map((name) => [name, required(outputs, presentName(name))]));
}

function required(outputs: Tensors, name: string): OrtTensor {
  const tensor = outputs[name];
  if (!tensor) throw new Error(`The translation model gave no ${name}.`);
  return tensor;
}
