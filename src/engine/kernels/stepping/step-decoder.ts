import type { WhisperConfig } from '../../asr/whisper/whisper-config.ts';
import { BYTES_PER_FLOAT, type KernelMemory } from '../kernel-memory.ts';
import type { Continuation } from './continuation.ts';
import type { ByteProduct, DecoderLayer, DecoderLayout, Normalisation } from './decoder-layout.ts';
import { type DecoderState, releaseTensors } from './decoder-state.ts';
import { PackedProduct } from './packed-product.ts';
import { AUDIO_ROWS, StepScratch } from './step-scratch.ts';
import { StoredAudio } from './stored-audio.ts';
import { TextMemory, type TextRows, type TextShape } from './text-rows.ts';

/** Products add sixteen numbers at once, and heads are read in as many. */
const UNIT = 16;

interface PackedNorm {
  weights: number;
  bias: number;
  epsilon: number;
}

type PackedLayer = {
  [Part in keyof DecoderLayer]: DecoderLayer[Part] extends ByteProduct ? PackedProduct : PackedNorm;
};

/** Layers and heads. */
type Heads = readonly (readonly [number, number])[];

export interface SteppedRows {
  text: TextRows;
  /** Rows × vocabulary. */
  logits: Float32Array;
  /** Rows × heads × positions, of the heads that were asked for. */
  attention: Float32Array;
}

/**
 * Steps of a Whisper decoder, without its graph: reads one token in each of some hypotheses. The graph's operators store all weights in
 * another order for each product, which costs several times the product itself where a matrix is multiplied with a single row. Numbers are
 * computed as the graph says, but for roundings: keys and values of the audio are whole numbers of 13 and 12 bits, and activations have
 * scales for each hypothesis of its own.
 */
export class StepDecoder {
  readonly #memory: KernelMemory;
  readonly #shape: TextShape;
  readonly #vocabulary: number;
  readonly #products: PackedProduct[] = [];
  /** Addresses of the weights of norms. */
  readonly #pointers: number[] = [];
  readonly #text: TextMemory;
  readonly #layers: readonly PackedLayer[];
  readonly #norm: PackedNorm;
  readonly #scores: PackedProduct;
  readonly #scratch: StepScratch;
  readonly #tokenRow: (token: number) => Float32Array;
  readonly #positionRow: (position: number) => Float32Array;

  /** Throws RangeError if there is too little memory, Error if the layout is not that of the configuration. */
  constructor(layout: DecoderLayout, config: WhisperConfig, memory: KernelMemory) {
    const { heads, headSize: size, layers } = config;
    const width = heads * size;
    const isFit = layout.layers.every(
      ({ up, query, key }) =>
        up.weights.columns % UNIT === 0 && query.weights.columns === width && key.weights.columns === width,
    );
    if (!isFit || layout.layers.length !== layers || layout.tokens.size !== width || size % UNIT !== 0)
      throw new Error('The decoder is not as its configuration says.');
    this.#memory = memory;
    this.#shape = { layers, heads, size };
    this.#vocabulary = layout.scores.weights.columns;
    this.#text = new TextMemory(memory, this.#shape);
    try {
      this.#layers = layout.layers.map((layer) => this.#packedLayer(layer));
      this.#norm = this.#packedNorm(layout.norm);
      this.#scores = this.#packed(layout.scores);
    } catch (error) {
      this.release();
      throw error;
    }
    const widest = Math.max(width, ...this.#layers.map(({ up }) => up.columns));
    this.#scratch = new StepScratch(memory, { heads, size, widest, columns: this.#scores.columns });
    const isTied = layout.tokens.name === layout.scores.weights.name && layout.scores.weights.transposed;
    const tokens = isTied ? null : layout.tokens.kept();
    this.#tokenRow = (token) => tokens?.row(token) ?? this.#scores.column(token);
    const positions = layout.positions.kept();
    this.#positionRow = (position) => positions.row(position);
  }

  /** Blocks of text in memory. */
  get liveTexts(): number {
    return this.#text.live;
  }

  /** Takes over what the graph has read, from the memory of the runtime. */
  taken({ text, audio, length }: DecoderState): NonNullable<DecoderState['own']> {
    const rows = this.#text.taken(text, length);
    releaseTensors(text);
    return { text: rows, audio: new StoredAudio(audio, this.#shape, this.#memory) };
  }

  /** Reads one more token in each of several hypotheses; `heads` are those of which the cross attention is returned. */
  step(
    { text: past, audio }: NonNullable<DecoderState['own']>,
    continuations: readonly Continuation[],
    heads: Heads,
  ): SteppedRows {
    const rows = continuations.length;
    const { positions } = audio;
    const text = this.#text.continued(past, continuations);
    try {
      this.#scratch.makeRoom(rows, text.length, positions);
      for (const [row, { token }] of continuations.entries()) this.#read(row, token, past.length);
      const attention = new Float32Array(rows * heads.length * positions);
      for (const [index, layer] of this.#layers.entries()) {
        this.#attendToText(layer, index, text);
        this.#attendToAudio(layer, index, audio, { rows, wanted: heads, attention });
        this.#thinkOver(layer, rows);
      }
      this.#multiply(this.#scores, this.#normalised(this.#norm, rows), 'scores');
      const logits = new Float32Array(rows * this.#vocabulary);
      for (let row = 0; row < rows; row += 1) {
        const scores = this.#memory.floats(this.#scratch.at('scores', row), this.#vocabulary);
        logits.set(scores, row * this.#vocabulary);
      }
      return { text, logits, attention };
    } catch (error) {
      text.release();
      throw error;
    }
  }

  release(): void {
    for (const product of this.#products) product.release();
    this.#products.length = 0;
    for (const pointer of this.#pointers) this.#memory.free(pointer);
    this.#pointers.length = 0;
    this.#scratch?.release();
  }

  /** What the first layer is given. */
  #read(row: number, token: number, position: number): void {
    const from = this.#tokenRow(token);
    const at = this.#positionRow(position);
    const hidden = this.#memory.floats(this.#scratch.at('hidden', row), from.length);
    for (const [index, value] of from.entries()) hidden[index] = value + (at[index] ?? 0);
  }

  #attendToText(layer: PackedLayer, index: number, text: TextRows): void {
    const { heads, size } = this.#shape;
    const rows = text.blocks.length;
    const normal = this.#normalised(layer.selfNorm, rows);
    this.#multiply(layer.query, normal, 'query');
    this.#multiply(layer.key, normal, 'key');
    this.#multiply(layer.value, normal, 'value');
    for (const [row, block] of text.blocks.entries()) {
      this.#text.append(block, index, text.length - 1, {
        key: this.#scratch.at('key', row),
        value: this.#scratch.at('value', row),
      });
      this.#memory.kernels.attend(
        this.#scratch.at('query', row),
        this.#text.at(block, index, 0, 0),
        this.#text.at(block, index, 1, 0),
        this.#scratch.textWeights,
        this.#scratch.at('context', row),
        heads,
        size,
        text.length,
        block.room,
      );
    }
    this.#addProduct(layer.selfOut, this.#whole('context', rows, layer.selfOut.rows));
  }

  #attendToAudio(
    layer: PackedLayer,
    index: number,
    audio: StoredAudio,
    { rows, wanted, attention }: { rows: number; wanted: Heads; attention: Float32Array },
  ): void {
    const { heads, size } = this.#shape;
    const { positions } = audio;
    this.#multiply(layer.crossQuery, this.#normalised(layer.crossNorm, rows), 'query');
    const bits = wanted.reduce((mask, [from, head]) => (from === index ? mask | (1 << head) : mask), 0);
    for (let row = 0; row < rows; row += AUDIO_ROWS) {
      const count = Math.min(AUDIO_ROWS, rows - row);
      this.#memory.kernels.attendToAudio(
        this.#scratch.at('query', row),
        audio.layer(index),
        bits,
        this.#scratch.audioWeights,
        this.#scratch.at('context', row),
        this.#scratch.room,
        count,
        heads,
        size,
        positions,
      );
      for (const [place, [from, head]] of wanted.entries()) {
        if (from !== index) continue;
        for (let one = 0; one < count; one += 1) {
          const at = this.#scratch.audioWeights + (one * heads + head) * positions * BYTES_PER_FLOAT;
          attention.set(
            this.#memory.floats(at, positions),
            ((row + one) * wanted.length + place) * positions,
          );
        }
      }
    }
    this.#addProduct(layer.crossOut, this.#whole('context', rows, layer.crossOut.rows));
  }

  #thinkOver(layer: PackedLayer, rows: number): void {
    this.#multiply(layer.up, this.#normalised(layer.norm, rows), 'up');
    for (let row = 0; row < rows; row += 1)
      this.#memory.kernels.gelu(this.#scratch.at('up', row), layer.up.columns);
    this.#addProduct(layer.down, this.#whole('up', rows, layer.down.rows));
  }

  /** @returns the scale of each row */
  #normalised({ weights, bias, epsilon }: PackedNorm, rows: number): number[] {
    const { heads, size } = this.#shape;
    for (let row = 0; row < rows; row += 1) {
      const from = this.#scratch.at('hidden', row);
      const to = this.#scratch.at('normal', row);
      this.#memory.kernels.normalise(from, weights, bias, to, heads * size, epsilon);
    }
    return this.#whole('normal', rows, heads * size);
  }

  /** Makes whole numbers. */
  #whole(from: 'normal' | 'context' | 'up', rows: number, count: number): number[] {
    return Array.from({ length: rows }, (_, row) =>
      this.#memory.kernels.quantise(this.#scratch.at(from, row), this.#scratch.at('whole', row), count),
    );
  }

  #multiply(
    product: PackedProduct,
    scales: readonly number[],
    to: 'query' | 'key' | 'value' | 'up' | 'out' | 'scores',
  ): void {
    const values = scales.map((scale, row) => ({ pointer: this.#scratch.at('whole', row), scale }));
    product.multiply(
      values,
      scales.map((_, row) => this.#scratch.at(to, row)),
    );
  }

  #addProduct(product: PackedProduct, scales: readonly number[]): void {
    this.#multiply(product, scales, 'out');
    for (const row of scales.keys())
      this.#memory.kernels.add(
        this.#scratch.at('hidden', row),
        this.#scratch.at('out', row),
        product.columns,
      );
  }

  #packedLayer(layer: DecoderLayer): PackedLayer {
    return {
      selfNorm: this.#packedNorm(layer.selfNorm),
      query: this.#packed(layer.query),
      key: this.#packed(layer.key),
      value: this.#packed(layer.value),
      selfOut: this.#packed(layer.selfOut),
      crossNorm: this.#packedNorm(layer.crossNorm),
      crossQuery: this.#packed(layer.crossQuery),
      crossOut: this.#packed(layer.crossOut),
      norm: this.#packedNorm(layer.norm),
      up: this.#packed(layer.up),
      down: this.#packed(layer.down),
    };
  }

  #packed(product: ByteProduct): PackedProduct {
    const packed = new PackedProduct(this.#memory, product);
    this.#products.push(packed);
    return packed;
  }

  #packedNorm({ weights, bias, epsilon }: Normalisation): PackedNorm {
    const stored = (values: Float32Array) => {
      const pointer = this.#memory.store(values);
      this.#pointers.push(pointer);
      return pointer;
    };
    return { weights: stored(weights), bias: stored(bias), epsilon };
  }
}
