import type { KernelMemory } from '../../../kernels/kernel-memory.ts';
import type { OrtTensor } from '../../../onnx/onnx-sessions.ts';
import { RuntimeValue } from '../../../onnx/runtime-memory.ts';
import type { WhisperConfig } from '../whisper-config.ts';
import type { Continuation } from '../whisper-model.ts';
import type { ByteProduct, DecoderLayer, DecoderLayout, Normalisation } from './decoder-layout.ts';
import { PackedProduct, type WholeNumbers } from './packed-product.ts';
import { TextMemory, type TextRows } from './text-rows.ts';

const BYTES_PER_FLOAT = 4;
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

/** Pointers to what is computed for one hypothesis. */
interface Scratch {
  /** What the layers add to. */
  hidden: number;
  normal: number;
  query: number;
  key: number;
  value: number;
  context: number;
  /** What a product gives before it is added. */
  out: number;
  /** The widest layer. */
  up: number;
  /** Whole numbers, as wide. */
  whole: number;
  scores: number;
}

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
 * computed as the graph says; only the last digits of sums differ. Each hypothesis has scales of its own.
 */
export class StepDecoder {
  readonly #memory: KernelMemory;
  readonly #config: WhisperConfig;
  readonly #vocabulary: number;
  readonly #layers: readonly PackedLayer[];
  readonly #norm: PackedNorm;
  readonly #scores: PackedProduct;
  readonly #text: TextMemory;
  readonly #scratch: Scratch[] = [];
  readonly #pointers: number[] = [];
  readonly #tokenRow: (token: number) => Float32Array;
  readonly #positionRow: (position: number) => Float32Array;
  /** Of the attention of a layer: heads × positions. */
  #weights = { pointer: 0, floats: 0 };

  /** Throws RangeError if there is too little memory, Error if the layout is not that of the configuration. */
  constructor(layout: DecoderLayout, config: WhisperConfig, memory: KernelMemory) {
    const { heads, headSize: size, layers } = config;
    const width = heads * size;
    const isFit =
      layout.layers.length === layers &&
      layout.tokens.size === width &&
      layout.layers.every(
        ({ up, query, key }) =>
          up.weights.columns % UNIT === 0 && query.weights.columns === width && key.weights.columns === width,
      );
    if (!isFit || size % UNIT !== 0) throw new Error('The decoder is not as its configuration says.');
    this.#memory = memory;
    this.#config = config;
    this.#vocabulary = layout.scores.weights.columns;
    this.#text = new TextMemory(memory, { layers, heads, size });
    try {
      this.#layers = layout.layers.map((layer) => this.#packedLayer(layer));
      this.#norm = this.#packedNorm(layout.norm);
      this.#scores = new PackedProduct(memory, layout.scores);
    } catch (error) {
      this.release();
      throw error;
    }
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

  /** Takes over a text that the graph has read, from the memory of the runtime. */
  taken(text: Readonly<Record<string, OrtTensor>>, length: number): TextRows {
    return this.#text.taken(text, length);
  }

  /**
   * Reads one more token in each of several hypotheses.
   *
   * @param audio `past_key_values.{layer}.encoder.{key,value}`, in the memory of the runtime
   * @param heads layers and heads of which the cross attention is wanted
   */
  step(
    audio: Readonly<Record<string, OrtTensor>>,
    past: TextRows,
    continuations: readonly Continuation[],
    heads: readonly (readonly [number, number])[],
  ): SteppedRows {
    const rows = continuations.length;
    const positions = pointerOf(audio, 0, 'key').dims[2] ?? 0;
    const text = this.#text.continued(past, continuations);
    try {
      const scratch = this.#scratchOf(rows);
      this.#makeWeights(this.#config.heads * Math.max(positions, text.length));
      for (const [row, { token }] of continuations.entries()) {
        const from = this.#tokenRow(token);
        const at = this.#positionRow(past.length);
        const hidden = this.#memory.floats(scratch[row]?.hidden ?? 0, from.length);
        for (const [index, value] of from.entries()) hidden[index] = value + (at[index] ?? 0);
      }
      const attention = new Float32Array(rows * heads.length * positions);
      for (const [index, layer] of this.#layers.entries()) {
        this.#attendToText(layer, index, text, scratch);
        this.#attendToAudio(layer, audio, index, positions, scratch, (row) =>
          this.#note(attention.subarray(row * heads.length * positions), heads, index, positions),
        );
        this.#thinkOver(layer, scratch);
      }
      this.#multiply(this.#scores, this.#normalised(this.#norm, scratch), scratch, 'scores');
      const logits = new Float32Array(rows * this.#vocabulary);
      for (const [row, { scores }] of scratch.entries())
        logits.set(this.#memory.floats(scores, this.#vocabulary), row * this.#vocabulary);
      return { text, logits, attention };
    } catch (error) {
      text.release();
      throw error;
    }
  }

  release(): void {
    for (const layer of this.#layers ?? [])
      for (const part of Object.values(layer)) if (part instanceof PackedProduct) part.release();
    this.#scores?.release();
    for (const pointer of this.#pointers) this.#memory.free(pointer);
    this.#pointers.length = 0;
    if (this.#weights.pointer !== 0) this.#memory.free(this.#weights.pointer);
    this.#weights = { pointer: 0, floats: 0 };
  }

  #attendToText(layer: PackedLayer, index: number, text: TextRows, scratch: readonly Scratch[]): void {
    const { heads, headSize } = this.#config;
    const normal = this.#normalised(layer.selfNorm, scratch);
    this.#multiply(layer.query, normal, scratch, 'query');
    this.#multiply(layer.key, normal, scratch, 'key');
    this.#multiply(layer.value, normal, scratch, 'value');
    const bytes = this.#memory.bytes(0, this.#memory.size);
    const size = headSize * BYTES_PER_FLOAT;
    for (const [row, { query, key, value, context }] of scratch.entries()) {
      const block = text.blocks[row];
      if (!block) throw new RangeError(`There is no text ${row}.`);
      for (let head = 0; head < heads; head += 1) {
        const behind = (text.length - 1) * size;
        for (const [part, from] of [key, value].entries()) {
          const at = from + head * size;
          bytes.copyWithin(this.#text.at(block, index, part, head) + behind, at, at + size);
        }
      }
      this.#memory.kernels.attend(
        query,
        this.#text.at(block, index, 0, 0),
        this.#text.at(block, index, 1, 0),
        this.#weights.pointer,
        context,
        heads,
        headSize,
        text.length,
        block.room,
      );
    }
    this.#addProduct(layer.selfOut, this.#whole('context', scratch, layer.selfOut.rows), scratch);
  }

  #attendToAudio(
    layer: PackedLayer,
    audio: Readonly<Record<string, OrtTensor>>,
    index: number,
    positions: number,
    scratch: readonly Scratch[],
    onWeights: (row: number) => void,
  ): void {
    const { heads, headSize } = this.#config;
    this.#multiply(layer.crossQuery, this.#normalised(layer.crossNorm, scratch), scratch, 'query');
    const keys = pointerOf(audio, index, 'key').pointer;
    const values = pointerOf(audio, index, 'value').pointer;
    for (const [row, { query, context }] of scratch.entries()) {
      this.#memory.kernels.attend(
        query,
        keys,
        values,
        this.#weights.pointer,
        context,
        heads,
        headSize,
        positions,
        positions,
      );
      onWeights(row);
    }
    this.#addProduct(layer.crossOut, this.#whole('context', scratch, layer.crossOut.rows), scratch);
  }

  #thinkOver(layer: PackedLayer, scratch: readonly Scratch[]): void {
    this.#multiply(layer.up, this.#normalised(layer.norm, scratch), scratch, 'up');
    for (const { up } of scratch) this.#memory.kernels.gelu(up, layer.up.columns);
    this.#addProduct(layer.down, this.#whole('up', scratch, layer.down.rows), scratch);
  }

  /** Copies the wanted heads of the layer that was just computed. */
  #note(
    to: Float32Array,
    heads: readonly (readonly [number, number])[],
    layer: number,
    positions: number,
  ): void {
    for (const [index, [from, head]] of heads.entries()) {
      if (from !== layer) continue;
      const at = this.#weights.pointer + head * positions * BYTES_PER_FLOAT;
      to.set(this.#memory.floats(at, positions), index * positions);
    }
  }

  #normalised({ weights, bias, epsilon }: PackedNorm, scratch: readonly Scratch[]): WholeNumbers[] {
    const { heads, headSize } = this.#config;
    for (const { hidden, normal } of scratch)
      this.#memory.kernels.normalise(hidden, weights, bias, normal, heads * headSize, epsilon);
    return this.#whole('normal', scratch, heads * headSize);
  }

  #whole(from: 'normal' | 'context' | 'up', scratch: readonly Scratch[], count: number): WholeNumbers[] {
    return scratch.map((row) => ({
      pointer: row.whole,
      scale: this.#memory.kernels.quantise(row[from], row.whole, count),
    }));
  }

  #multiply(
    product: PackedProduct,
    values: readonly WholeNumbers[],
    scratch: readonly Scratch[],
    to: 'query' | 'key' | 'value' | 'up' | 'out' | 'scores',
  ): void {
    product.multiply(
      values,
      scratch.map((row) => row[to]),
    );
  }

  #addProduct(product: PackedProduct, values: readonly WholeNumbers[], scratch: readonly Scratch[]): void {
    this.#multiply(product, values, scratch, 'out');
    for (const { hidden, out } of scratch) this.#memory.kernels.add(hidden, out, product.columns);
  }

  #packedLayer(layer: DecoderLayer): PackedLayer {
    const product = (given: ByteProduct) => new PackedProduct(this.#memory, given);
    return {
      selfNorm: this.#packedNorm(layer.selfNorm),
      query: product(layer.query),
      key: product(layer.key),
      value: product(layer.value),
      selfOut: product(layer.selfOut),
      crossNorm: this.#packedNorm(layer.crossNorm),
      crossQuery: product(layer.crossQuery),
      crossOut: product(layer.crossOut),
      norm: this.#packedNorm(layer.norm),
      up: product(layer.up),
      down: product(layer.down),
    };
  }

  #packedNorm({ weights, bias, epsilon }: Normalisation): PackedNorm {
    const stored = (values: Float32Array) => {
      const pointer = this.#memory.store(values);
      this.#pointers.push(pointer);
      return pointer;
    };
    return { weights: stored(weights), bias: stored(bias), epsilon };
  }

  /** As many as there are hypotheses; they are made once. */
  #scratchOf(rows: number): readonly Scratch[] {
    const width = this.#config.heads * this.#config.headSize;
    const widest = Math.max(width, ...this.#layers.map(({ up }) => up.columns));
    while (this.#scratch.length < rows) {
      const floats = (count: number) => {
        const pointer = this.#memory.allocate(count * BYTES_PER_FLOAT);
        this.#pointers.push(pointer);
        return pointer;
      };
      this.#scratch.push({
        hidden: floats(width),
        normal: floats(width),
        query: floats(width),
        key: floats(width),
        value: floats(width),
        context: floats(width),
        out: floats(width),
        up: floats(widest),
        whole: floats(widest),
        scores: floats(this.#scores.columns),
      });
    }
    return this.#scratch.slice(0, rows);
  }

  #makeWeights(floats: number): void {
    if (floats <= this.#weights.floats) return;
    if (this.#weights.pointer !== 0) this.#memory.free(this.#weights.pointer);
    this.#weights = { pointer: 0, floats: 0 };
    this.#weights = { pointer: this.#memory.allocate(floats * BYTES_PER_FLOAT), floats };
  }
}

/** Where the keys or values of the audio are. */
function pointerOf(
  audio: Readonly<Record<string, OrtTensor>>,
  layer: number,
  part: 'key' | 'value',
): RuntimeValue {
  const tensor = audio[`past_key_values.${layer}.encoder.${part}`];
  if (!(tensor instanceof RuntimeValue)) throw new Error('The audio is not in the memory of the runtime.');
  return tensor;
}
