import type { KernelMemory } from '../../../kernels/kernel-memory.ts';

const BYTES_PER_FLOAT = 4;
/** Hypotheses that take from the audio at once. */
const AUDIO_ROWS = 4;
/** More is allocated than is needed, so that a text that grows does not need more with each token. */
const GROWTH = 2;

/** What is computed for one hypothesis; all but `whole` are floats. */
const PARTS = [
  'hidden',
  'normal',
  'query',
  'key',
  'value',
  'context',
  'out',
  'up',
  'whole',
  'scores',
] as const;
type Part = (typeof PARTS)[number];

export interface ScratchShape {
  heads: number;
  /** Of a head. */
  size: number;
  /** Numbers of the widest layer. */
  widest: number;
  /** Of the scores. */
  columns: number;
}

/** Memory for what is computed on the way, for as many hypotheses as there ever were. */
export class StepScratch {
  readonly #memory: KernelMemory;
  readonly #shape: ScratchShape;
  /** Of a part of one hypothesis. */
  readonly #bytes: Readonly<Record<Part, number>>;
  /** Bytes of the parts before it. */
  readonly #before: Readonly<Record<Part, number>>;
  readonly #rowBytes: number;
  #rows = { pointer: 0, count: 0 };
  #text = { pointer: 0, floats: 0 };
  #audio = { pointer: 0, floats: 0 };
  #room = { pointer: 0, bytes: 0 };

  constructor(memory: KernelMemory, shape: ScratchShape) {
    const width = shape.heads * shape.size * BYTES_PER_FLOAT;
    const widest = shape.widest * BYTES_PER_FLOAT;
    this.#memory = memory;
    this.#shape = shape;
    // Hypotheses stand one after the other in each part.
    this.#bytes = {
      hidden: width,
      normal: width,
      query: width,
      key: width,
      value: width,
      context: width,
      out: width,
      up: widest,
      whole: widest,
      scores: shape.columns * BYTES_PER_FLOAT,
    };
    const before = { ...this.#bytes };
    let sum = 0;
    for (const part of PARTS) {
      before[part] = sum;
      sum += this.#bytes[part];
    }
    this.#before = before;
    this.#rowBytes = sum;
  }

  /** Weights of a text: heads × tokens. */
  get textWeights(): number {
    return this.#text.pointer;
  }

  /** Weights of the audio: four hypotheses × heads × positions. */
  get audioWeights(): number {
    return this.#audio.pointer;
  }

  /** What the attention to the audio needs beside. */
  get room(): number {
    return this.#room.pointer;
  }

  /** Throws RangeError if there is too little memory. */
  makeRoom(rows: number, tokens: number, positions: number): void {
    const { heads, size } = this.#shape;
    if (rows > this.#rows.count) {
      this.#rows = { pointer: this.#renewed(this.#rows.pointer, rows * this.#rowBytes), count: rows };
    }
    if (heads * tokens > this.#text.floats) {
      const floats = heads * tokens * GROWTH;
      this.#text = { pointer: this.#renewed(this.#text.pointer, floats * BYTES_PER_FLOAT), floats };
    }
    const floats = AUDIO_ROWS * heads * positions;
    if (floats > this.#audio.floats)
      this.#audio = { pointer: this.#renewed(this.#audio.pointer, floats * BYTES_PER_FLOAT), floats };
    const bytes = this.#memory.kernels.audioScratch(size, positions);
    if (bytes > this.#room.bytes) this.#room = { pointer: this.#renewed(this.#room.pointer, bytes), bytes };
  }

  /** Where a part of a hypothesis is. */
  at(part: Part, row: number): number {
    const { pointer, count } = this.#rows;
    return pointer + this.#before[part] * count + row * this.#bytes[part];
  }

  release(): void {
    for (const { pointer } of [this.#rows, this.#text, this.#audio, this.#room])
      if (pointer !== 0) this.#memory.free(pointer);
    this.#rows = { pointer: 0, count: 0 };
    this.#text = { pointer: 0, floats: 0 };
    this.#audio = { pointer: 0, floats: 0 };
    this.#room = { pointer: 0, bytes: 0 };
  }

  #renewed(pointer: number, bytes: number): number {
    const renewed = this.#memory.allocate(bytes);
    if (pointer !== 0) this.#memory.free(pointer);
    return renewed;
  }
}
