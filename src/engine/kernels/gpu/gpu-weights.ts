import type { ByteProduct, DecoderLayer, DecoderLayout, Normalisation } from '../stepping/decoder-layout.ts';
import type { AudioProducts } from '../stepping/find-decoder-layout.ts';
import { COLUMN_UNIT } from './gpu-shape.ts';

/** A product on the GPU, as `productShader` reads it. */
export interface GpuProduct {
  weights: GPUBuffer;
  /** Scale, zero and bias of each column. */
  factors: GPUBuffer;
  /** Filled up to a multiple of 32. */
  columns: number;
  numbers: number;
}

/** Weights of a layer on the GPU. */
export interface GpuLayer {
  selfNorm: GPUBuffer;
  query: GpuProduct;
  selfOut: GpuProduct;
  crossNorm: GPUBuffer;
  crossQuery: GpuProduct;
  crossOut: GpuProduct;
  norm: GPUBuffer;
  up: GpuProduct;
  down: GpuProduct;
  audio: GpuProduct;
}

export interface GpuWeights {
  layers: readonly GpuLayer[];
  norm: GPUBuffer;
  scores: GpuProduct;
  positions: GPUBuffer;
}

/** Unsigned bytes are stored; signed ones are this much more. */
const MIDDLE = 128;

/** Uploads what a step computes with, once. @param store makes a buffer of these numbers */
export function uploadWeights(
  layout: DecoderLayout,
  audio: readonly AudioProducts[],
  textPositions: number,
  store: (values: Float32Array | Uint32Array) => GPUBuffer,
): GpuWeights {
  const product = (...products: readonly ByteProduct[]): GpuProduct => {
    const { weights, factors, columns, numbers } = packed(products);
    return { weights: store(weights), factors: store(factors), columns, numbers };
  };
  const norm = ({ weights, bias }: Normalisation) => store(Float32Array.from([...weights, ...bias]));
  const layerOf = (layer: DecoderLayer, { key, value }: AudioProducts): GpuLayer => ({
    selfNorm: norm(layer.selfNorm),
    query: product(layer.query, layer.key, layer.value),
    selfOut: product(layer.selfOut),
    crossNorm: norm(layer.crossNorm),
    crossQuery: product(layer.crossQuery),
    crossOut: product(layer.crossOut),
    norm: norm(layer.norm),
    up: product(layer.up),
    down: product(layer.down),
    audio: product(key, value),
  });
  const { size } = layout.positions;
  const positions = new Float32Array(textPositions * size);
  for (let at = 0; at < textPositions; at += 1) positions.set(layout.positions.row(at), at * size);
  return {
    layers: layout.layers.map((layer, index) => {
      const own = audio[index];
      if (!own) throw new Error(`The decoder's layer ${index} has no keys of the audio.`);
      return layerOf(layer, own);
    }),
    norm: norm(layout.norm),
    scores: product(layout.scores),
    positions: store(positions),
  };
}

/** Products of the same rows beside each other: a word has four bytes of a column. */
export function packed(products: readonly ByteProduct[]): {
  weights: Uint32Array;
  factors: Float32Array;
  columns: number;
  numbers: number;
} {
  const numbers = products[0]?.weights.rows ?? 0;
  const count = products.reduce((sum, { weights }) => sum + weights.columns, 0);
  const columns = Math.ceil(count / COLUMN_UNIT) * COLUMN_UNIT;
  const words = new Uint8Array(numbers * columns);
  const factors = new Float32Array(columns * 4);
  let first = 0;
  for (const { weights, scales, zeros, bias } of products) {
    const flip = weights.signed ? MIDDLE : 0;
    copyBytes(weights, words, { first, columns, flip });
    for (let column = 0; column < weights.columns; column += 1) {
      const own = [scales[column] ?? 0, (zeros[column] ?? 0) + flip, bias?.[column] ?? 0];
      factors.set(own, (first + column) * 4);
    }
    first += weights.columns;
  }
  return { weights: new Uint32Array(words.buffer), factors, columns, numbers };
}

function copyBytes(
  { rows, columns: count, bytes, transposed }: ByteProduct['weights'],
  to: Uint8Array,
  { first, columns, flip }: { first: number; columns: number; flip: number },
): void {
  const [perRow, perColumn] = transposed ? [1, rows] : [count, 1];
  for (let row = 0; row < rows; row += 1) {
    let at = ((row >> 2) * columns + first) * 4 + (row & 3);
    let source = row * perRow;
    for (let column = 0; column < count; column += 1) {
      to[at] = (bytes[source] ?? 0) ^ flip;
      at += 4;
      source += perColumn;
    }
  }
}
