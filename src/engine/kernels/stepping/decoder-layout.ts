/** A matrix of bytes with a scale for each column, and what is added to each. */
export interface ByteProduct {
  /** Its values. */
  weights: ByteMatrix;
  /** One for each column. */
  scales: Float32Array;
  /** The byte that means zero, for each column. */
  zeros: Float32Array;
  /** One for each column; null for none. */
  bias: Float32Array | null;
}

export interface ByteMatrix {
  /** Name in the graph: a matrix may be used twice. */
  name: string;
  rows: number;
  columns: number;
  /** Whether its bytes are of −128 to 127, not of 0 to 255. */
  signed: boolean;
  /** Weights by row, or by column if `transposed`. */
  bytes: Uint8Array;
  transposed: boolean;
}

export interface Normalisation {
  weights: Float32Array;
  bias: Float32Array;
  epsilon: number;
}

/** Rows of numbers by their index. */
export interface Table {
  /** Name in the graph, of the stored rows. */
  name: string;
  size: number;
  row(index: number): Float32Array;
  /** The same without the model around it, of which it is a view. */
  kept(): Table;
}

/** One layer of a decoder. */
export interface DecoderLayer {
  selfNorm: Normalisation;
  /** Scaled as the scores need it. */
  query: ByteProduct;
  key: ByteProduct;
  value: ByteProduct;
  selfOut: ByteProduct;
  crossNorm: Normalisation;
  /** Scaled as the scores need it. */
  crossQuery: ByteProduct;
  crossOut: ByteProduct;
  norm: Normalisation;
  up: ByteProduct;
  down: ByteProduct;
}

/** What a step of a Whisper decoder computes with. */
export interface DecoderLayout {
  tokens: Table;
  positions: Table;
  layers: readonly DecoderLayer[];
  norm: Normalisation;
  scores: ByteProduct;
}
