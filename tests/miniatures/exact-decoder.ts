import type { WhisperConfig } from '../../src/engine/asr/whisper/whisper-config.ts';
import type {
  ByteProduct,
  DecoderLayout,
  Normalisation,
} from '../../src/engine/kernels/stepping/decoder-layout.ts';
import type { AudioProducts } from '../../src/engine/kernels/stepping/find-decoder-layout.ts';

type Rows = Float32Array[];

/** A Whisper decoder in plain numbers, slowly: what the kernels and shaders are compared with. Weights are the layout's, unpacked. */
export class ExactDecoder {
  readonly #layout: DecoderLayout;
  readonly #config: WhisperConfig;
  readonly #audio: { keys: Rows; values: Rows }[];
  readonly #text: { keys: Rows; values: Rows }[];
  readonly #unpacked = new Map<ByteProduct, Float32Array[]>();

  /** @param hidden the encoder's output, positions × width */
  constructor(
    layout: DecoderLayout,
    config: WhisperConfig,
    { products, hidden }: { products: readonly AudioProducts[]; hidden: Float32Array },
  ) {
    this.#layout = layout;
    this.#config = config;
    const width = config.heads * config.headSize;
    const rows = Array.from({ length: hidden.length / width }, (_, at) =>
      hidden.subarray(at * width, (at + 1) * width),
    );
    this.#audio = products.map(({ key, value }) => ({
      keys: rows.map((row) => this.#times(row, key)),
      values: rows.map((row) => this.#times(row, value)),
    }));
    this.#text = layout.layers.map(() => ({ keys: [], values: [] }));
  }

  /** Reads one more token. Attention is by layer and head. */
  step(token: number): { scores: Float32Array; attention: Float32Array[][] } {
    const { tokens, positions, layers, norm, scores } = this.#layout;
    const place = positions.row(this.#text[0]?.keys.length ?? 0);
    let hidden = tokens.row(token).map((value, at) => value + (place[at] ?? 0));
    const add = (to: Float32Array, product: ByteProduct) => {
      const added = this.#times(to, product);
      hidden = hidden.map((value, at) => value + (added[at] ?? 0));
    };
    const attention: Float32Array[][] = [];
    for (const [index, layer] of layers.entries()) {
      const text = this.#text[index];
      const audio = this.#audio[index];
      if (!text || !audio) throw new Error('The layers differ.');
      const normal = normalised(hidden, layer.selfNorm);
      text.keys.push(this.#times(normal, layer.key));
      text.values.push(this.#times(normal, layer.value));
      add(this.#attend(this.#times(normal, layer.query), text).taken, layer.selfOut);
      const crossed = this.#attend(this.#times(normalised(hidden, layer.crossNorm), layer.crossQuery), audio);
      attention.push(crossed.weights);
      add(crossed.taken, layer.crossOut);
      add(this.#times(normalised(hidden, layer.norm), layer.up).map(gelu), layer.down);
    }
    return { scores: this.#times(normalised(hidden, norm), scores), attention };
  }

  #attend(query: Float32Array, { keys, values }: { keys: Rows; values: Rows }) {
    const { heads, headSize } = this.#config;
    const taken = new Float32Array(query.length);
    const weights = Array.from({ length: heads }, (_, head) => {
      const first = head * headSize;
      const of = (row: Float32Array) => row.subarray(first, first + headSize);
      const scores = keys.map((key) => dot(of(query), of(key)));
      const most = Math.max(...scores);
      const exponents = scores.map((score) => Math.exp(score - most));
      const sum = exponents.reduce((total, value) => total + value, 0);
      for (const [at, exponent] of exponents.entries())
        for (const [place, value] of of(values[at] ?? new Float32Array()).entries())
          taken[first + place] = (taken[first + place] ?? 0) + (value * exponent) / sum;
      return Float32Array.from(exponents, (exponent) => exponent / sum);
    });
    return { taken, weights };
  }

  #times(row: Float32Array, product: ByteProduct): Float32Array {
    const columns = this.#unpacked.get(product) ?? unpacked(product);
    this.#unpacked.set(product, columns);
    return Float32Array.from(columns, (column, at) => dot(row, column) + (product.bias?.[at] ?? 0));
  }
}

function unpacked({ weights, scales, zeros }: ByteProduct): Float32Array[] {
  const { rows, columns, transposed, signed } = weights;
  const bytes = signed ? new Int8Array(weights.bytes) : weights.bytes;
  return Array.from({ length: columns }, (_, column) =>
    Float32Array.from({ length: rows }, (__, row) => {
      const byte = bytes[transposed ? column * rows + row : row * columns + column] ?? 0;
      return (byte - (zeros[column] ?? 0)) * (scales[column] ?? 0);
    }),
  );
}

function normalised(row: Float32Array, { weights, bias, epsilon }: Normalisation): Float32Array {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
  const scale = 1 / Math.sqrt(variance + epsilon);
  return row.map((value, at) => (value - mean) * scale * (weights[at] ?? 0) + (bias[at] ?? 0));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** By Simpson's rule over the bell curve: the shader's series is not repeated here. */
function gelu(value: number): number {
  const steps = 64;
  const end = Math.max(-6, Math.min(6, value));
  let sum = 0;
  for (let step = 0; step <= steps; step += 1) {
    const weight = step === 0 || step === steps ? 1 : step % 2 === 0 ? 2 : 4;
    sum += weight * Math.exp(-(((end * step) / steps) ** 2) / 2);
  }
  return value * (0.5 + (sum * end) / steps / 3 / Math.sqrt(2 * Math.PI));
}
