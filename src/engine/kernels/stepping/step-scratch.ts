import { BYTES_PER_FLOAT, type KernelMemory } from '../kernel-memory.ts';

/** Hypotheses that take from the audio at once. */
export const AUDIO_ROWS = 4;
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
  /** Values of a position in one head. */
  size: number;
  /** Numbers of the widest layer. */
  widest: number;
  /** Columns of the scores: tokens of the vocabulary. */
  columns: number;
}

/** Memory for what is computed on the way, for as many hypotheses as there ever were. */
export class StepScratch {
  readonly #memory: KernelMemory;
  readonly #shape: ScratchShape;
  /** Bytes of each part, for one hypothesis. */
  readonly #bytes: Readonly<Record<Part, number>>;
  /** Bytes of the parts before it. */
  readonly #before: Readonly<Record<Part, number>>;
  readonly #rowBytes: number;
  /** Hypotheses that there is room for. */
  #count = 0;
  readonly #rows: GrowingBlock;
  readonly #text: GrowingBlock;
  readonly #audio: GrowingBlock;
  readonly #room: GrowingBlock;

  constructor(memory: KernelMemory, shape: ScratchShape) {
    const width = shape.heads * shape.size * BYTES_PER_FLOAT;
    const widest = shape.widest * BYTES_PER_FLOAT;
    this.#memory = memory;
    this.#shape = shape;
    this.#rows = new GrowingBlock(memory);
    this.#text = new GrowingBlock(memory);
    this.#audio = new GrowingBlock(memory);
    this.#room = new GrowingBlock(memory);
    // Hypotheses are one after the other in each part.
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
    this.#rows.hold(rows * this.#rowBytes);
    this.#count = Math.max(this.#count, rows);
    this.#text.hold(heads * tokens * BYTES_PER_FLOAT, GROWTH);
    this.#audio.hold(AUDIO_ROWS * heads * positions * BYTES_PER_FLOAT);
    this.#room.hold(this.#memory.kernels.audioScratch(size, positions));
  }

  /** Where a part of a hypothesis is. */
  at(part: Part, row: number): number {
    return this.#rows.pointer + this.#before[part] * this.#count + row * this.#bytes[part];
  }

  release(): void {
    for (const block of [this.#rows, this.#text, this.#audio, this.#room]) block.release();
    this.#count = 0;
  }
}

/** Memory that is allocated anew, without what is in it, when more is needed. */
class GrowingBlock {
  readonly #memory: KernelMemory;
  #pointer = 0;
  #bytes = 0;

  constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  get pointer(): number {
    return this.#pointer;
  }

  /** Makes room. If there is too little, `growth` times as much as is needed is allocated. */
  hold(bytes: number, growth = 1): void {
    if (bytes <= this.#bytes) return;
    const pointer = this.#memory.allocate(bytes * growth);
    this.release();
    this.#pointer = pointer;
    this.#bytes = bytes * growth;
  }

  release(): void {
    if (this.#pointer !== 0) this.#memory.free(this.#pointer);
    this.#pointer = 0;
    this.#bytes = 0;
  }
}
