import { BYTES_PER_FLOAT, type KernelMemory } from '../kernel-memory.ts';
import type { ByteProduct } from './decoder-layout.ts';

/** Columns that the kernels compute together. */
const COLUMNS = 4;
/** Unsigned bytes are stored as signed ones that are this much less. */
const MIDDLE = 128;
/** Bytes of weights that are multiplied with one row after the other: they fit the processor's cache. */
const CHUNK_BYTES = 2 ** 18;
/** Rows of a column that are stored together. */
const STEP = 16;

/** Whole numbers with their scale, as the kernels multiply them. */
export interface WholeNumbers {
  pointer: number;
  scale: number;
}

/** A product in the memory of the kernels, in the order in which they read it. */
export class PackedProduct {
  readonly rows: number;
  /** Filled up to a multiple of 4. */
  readonly columns: number;
  readonly #memory: KernelMemory;
  readonly #weights: number;
  readonly #scales: number;
  /** 0 if every byte means itself. */
  readonly #zeros: number;
  /** 0 for none. */
  readonly #bias: number;

  constructor(memory: KernelMemory, { weights, scales, zeros, bias }: ByteProduct) {
    const { rows, columns, bytes, signed, transposed } = weights;
    this.#memory = memory;
    this.rows = rows;
    this.columns = Math.ceil(columns / COLUMNS) * COLUMNS;
    const flip = signed ? 0 : MIDDLE;
    const filled = (values: Float32Array) => {
      const longer = new Float32Array(this.columns);
      longer.set(values);
      return longer;
    };
    this.#scales = memory.store(filled(scales));
    const offsets = Int32Array.from(filled(zeros.map((zero) => zero - flip)));
    this.#zeros = offsets.some((zero) => zero !== 0) ? memory.store(offsets) : 0;
    this.#bias = bias ? memory.store(filled(bias)) : 0;
    this.#weights = memory.allocate(rows * this.columns);
    const given = memory.store(bytes);
    if (transposed) memory.kernels.packColumns(given, this.#weights, rows, columns, flip);
    else memory.kernels.packRows(given, this.#weights, rows, columns, flip);
    memory.free(given);
  }

  /** Multiplies each of some rows; `to` has room for a float of each column, for each of them. */
  multiply(values: readonly WholeNumbers[], to: readonly number[]): void {
    const chunk = Math.max(COLUMNS, Math.floor(CHUNK_BYTES / this.rows / COLUMNS) * COLUMNS);
    const step = values.length === 1 ? this.columns : chunk;
    for (let column = 0; column < this.columns; column += step) {
      const at = column * BYTES_PER_FLOAT;
      for (const [index, { pointer, scale }] of values.entries()) {
        this.#memory.kernels.product(
          pointer,
          scale,
          this.#weights + column * this.rows,
          this.#scales + at,
          this.#zeros === 0 ? 0 : this.#zeros + at,
          this.#bias === 0 ? 0 : this.#bias + at,
          (to[index] ?? 0) + at,
          this.rows,
          Math.min(step, this.columns - column),
        );
      }
    }
  }

  /** The weights of a column. */
  column(index: number): Float32Array {
    const first = index - (index % COLUMNS);
    const block = new Int8Array(this.#memory.bytes(this.#weights + first * this.rows, this.rows * COLUMNS));
    const [scale = 0] = this.#memory.floats(this.#scales + index * BYTES_PER_FLOAT, 1);
    const zeros = this.#zeros === 0 ? null : this.#memory.bytes(this.#zeros + index * BYTES_PER_FLOAT, 4);
    const zero = zeros ? (new Int32Array(zeros.slice().buffer)[0] ?? 0) : 0;
    return Float32Array.from({ length: this.rows }, (_, row) => {
      const at = (Math.floor(row / STEP) * COLUMNS + (index % COLUMNS)) * STEP + (row % STEP);
      return ((block[at] ?? 0) - zero) * scale;
    });
  }

  release(): void {
    for (const pointer of [this.#weights, this.#scales, this.#zeros, this.#bias])
      if (pointer !== 0) this.#memory.free(pointer);
  }
}
