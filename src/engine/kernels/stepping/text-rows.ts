import { BYTES_PER_FLOAT, type KernelMemory } from '../kernel-memory.ts';
import type { OrtTensor } from '../runtime/onnx-sessions.ts';
import { RuntimeValue } from '../runtime/runtime-memory.ts';
import type { Continuation } from './continuation.ts';

/** Tokens that a block has room for at first. */
const LEAST_ROOM = 64;

export interface TextShape {
  layers: number;
  heads: number;
  /** Values of a key, or of a value, in one head. */
  size: number;
}

/** Keys and values of the tokens of one text, layer × (keys, values) × head × room × size. */
interface Block {
  pointer: number;
  /** Tokens that it has room for. */
  room: number;
  /** Tokens in it. A text that ends before the last of them can be read, not continued. */
  used: number;
  /** How many texts begin with it. */
  users: number;
}

/**
 * Keys and values of the tokens that one or more hypotheses have read. Immutable for its users: more tokens of a text are written behind
 * it, or into a copy if another text was continued there before.
 */
export class TextRows {
  /** Number of tokens in the text. */
  readonly length: number;
  readonly blocks: readonly Block[];
  readonly #release: () => void;

  constructor(length: number, blocks: readonly Block[], release: () => void) {
    this.length = length;
    this.blocks = blocks;
    this.#release = release;
  }

  release(): void {
    this.#release();
  }
}

/** Keeps texts in the memory of the kernels. */
export class TextMemory {
  readonly #memory: KernelMemory;
  readonly #shape: TextShape;
  /** A forgotten text would occupy the memory until its worker ends. */
  readonly #forgotten = new FinalizationRegistry<readonly Block[]>((blocks) => this.#leave(blocks));
  #live = 0;

  constructor(memory: KernelMemory, shape: TextShape) {
    this.#memory = memory;
    this.#shape = shape;
  }

  /** Number of blocks that are kept. */
  get live(): number {
    return this.#live;
  }

  /** Copies what the decoder's graph gave, `past_key_values.{layer}.decoder.{key,value}`. */
  taken(text: Readonly<Record<string, OrtTensor>>, length: number): TextRows {
    const { layers, heads, size } = this.#shape;
    const first = text['past_key_values.0.decoder.key'];
    const rows = first?.dims[0] ?? 0;
    const blocks = Array.from({ length: rows }, () => this.#create(length + 1));
    for (let layer = 0; layer < layers; layer += 1) {
      for (const [part, name] of ['key', 'value'].entries()) {
        const tensor = text[`past_key_values.${layer}.decoder.${name}`];
        if (!(tensor instanceof RuntimeValue))
          throw new Error('The text is not in the memory of the runtime.');
        const from = tensor.bytes();
        const bytes = length * size * BYTES_PER_FLOAT;
        for (const [row, block] of blocks.entries()) {
          block.used = length;
          for (let head = 0; head < heads; head += 1) {
            const at = (row * heads + head) * bytes;
            this.#memory.bytes(this.at(block, layer, part, head), bytes).set(from.subarray(at, at + bytes));
          }
        }
      }
    }
    return this.#keep(length, blocks);
  }

  /** The same texts, each with room for one more token, which is to be written. */
  continued(rows: TextRows, continuations: readonly Continuation[]): TextRows {
    const blocks: Block[] = [];
    try {
      for (const { row } of continuations) {
        const block = rows.blocks[row];
        if (!block) throw new RangeError(`There is no hypothesis ${row}.`);
        blocks.push(this.#goOn(block, rows.length));
      }
    } catch (error) {
      this.#leave(blocks);
      throw error;
    }
    return this.#keep(rows.length + 1, blocks);
  }

  /** Writes the keys and values of one more token behind those of a layer. */
  append(block: Block, layer: number, token: number, from: { key: number; value: number }): void {
    const { heads, size } = this.#shape;
    const bytes = size * BYTES_PER_FLOAT;
    const memory = this.#memory.bytes(0, this.#memory.size);
    for (const [part, pointer] of [from.key, from.value].entries()) {
      for (let head = 0; head < heads; head += 1) {
        const at = pointer + head * bytes;
        memory.copyWithin(this.at(block, layer, part, head) + token * bytes, at, at + bytes);
      }
    }
  }

  /** Where the keys (0) or values (1) of a layer and a head begin. */
  at({ pointer, room }: Block, layer: number, part: number, head: number): number {
    const { heads, size } = this.#shape;
    return pointer + ((layer * 2 + part) * heads + head) * room * size * BYTES_PER_FLOAT;
  }

  #goOn(block: Block, length: number): Block {
    if (block.used > length) {
      const copy = this.#create(length + 1);
      this.#copy(block, copy, length);
      copy.used = length + 1;
      return copy;
    }
    if (length === block.room) {
      const larger = this.#create(block.room * 2);
      this.#copy(block, larger, length);
      this.#memory.free(block.pointer);
      this.#live -= 1;
      // Those who read the text before find it there, too.
      block.pointer = larger.pointer;
      block.room = larger.room;
    }
    block.used = length + 1;
    block.users += 1;
    return block;
  }

  #copy(from: Block, to: Block, length: number): void {
    const { layers, heads, size } = this.#shape;
    const bytes = length * size * BYTES_PER_FLOAT;
    for (let layer = 0; layer < layers; layer += 1) {
      for (let part = 0; part < 2; part += 1) {
        for (let head = 0; head < heads; head += 1) {
          const source = this.#memory.bytes(this.at(from, layer, part, head), bytes);
          this.#memory.bytes(this.at(to, layer, part, head), bytes).set(source);
        }
      }
    }
  }

  #create(tokens: number): Block {
    const { layers, heads, size } = this.#shape;
    const room = Math.max(tokens, LEAST_ROOM);
    const pointer = this.#memory.allocate(layers * 2 * heads * room * size * BYTES_PER_FLOAT);
    this.#live += 1;
    return { pointer, room, used: 0, users: 1 };
  }

  #keep(length: number, blocks: readonly Block[]): TextRows {
    const rows = new TextRows(length, blocks, () => {
      if (this.#forgotten.unregister(rows)) this.#leave(blocks);
    });
    this.#forgotten.register(rows, blocks, rows);
    return rows;
  }

  #leave(blocks: readonly Block[]): void {
    for (const block of blocks) {
      block.users -= 1;
      if (block.users > 0) continue;
      this.#memory.free(block.pointer);
      this.#live -= 1;
    }
  }
}
