import { fromBase64 } from '../../lib/bytes/base64.ts';
import compiled from './compiled-kernels.json' with { type: 'json' };
import { capturedMemory, capturedRuntime, type RuntimeModule } from './runtime/runtime-capture.ts';

/** Functions of src/engine/kernels/assembly, where they are described. All but scales and counts are pointers. */
export interface Kernels {
  attend(
    query: number,
    keys: number,
    values: number,
    weights: number,
    to: number,
    heads: number,
    size: number,
    count: number,
    room: number,
  ): void;
  attendAll(
    query: number,
    keys: number,
    values: number,
    to: number,
    stride: number,
    scale: number,
    scratch: number,
    size: number,
    count: number,
  ): void;
  attentionRoom(size: number, count: number): number;
  attendToAudio(
    query: number,
    audio: number,
    wanted: number,
    weights: number,
    to: number,
    scratch: number,
    rows: number,
    heads: number,
    size: number,
    count: number,
  ): void;
  audioRoom(heads: number, size: number, count: number): number;
  audioScratch(size: number, count: number): number;
  storeAudio(keys: number, values: number, to: number, heads: number, size: number, count: number): void;
  add(to: number, from: number, count: number): void;
  gelu(values: number, count: number): void;
  normalise(from: number, weights: number, bias: number, to: number, count: number, epsilon: number): void;
  packColumns(from: number, to: number, rows: number, columns: number, flip: number): void;
  packRows(from: number, to: number, rows: number, columns: number, flip: number): void;
  product(
    values: number,
    scale: number,
    weights: number,
    scales: number,
    zeros: number,
    bias: number,
    to: number,
    rows: number,
    columns: number,
  ): void;
  quantise(from: number, to: number, count: number): number;
}

export const BYTES_PER_FLOAT = 4;
/** Vectors are read and written in units of this many bytes. */
const ALIGNMENT = 16;

/** The memory of the ONNX runtime, with functions of our own that work in it. */
export class KernelMemory {
  readonly kernels: Kernels;
  readonly #module: RuntimeModule;
  readonly #memory: WebAssembly.Memory;

  constructor(kernels: Kernels, module: RuntimeModule, memory: WebAssembly.Memory) {
    this.kernels = kernels;
    this.#module = module;
    this.#memory = memory;
  }

  /** A pointer to bytes of undefined values. Throws RangeError if there is no room. */
  allocate(bytes: number): number {
    const pointer = this.#module._malloc(Math.max(bytes, ALIGNMENT));
    if (pointer === 0) throw new RangeError(`The ONNX runtime could not allocate ${bytes} bytes.`);
    return pointer >>> 0;
  }

  /** The same with values in it. */
  store(values: Float32Array | Int32Array | Uint8Array): number {
    const pointer = this.allocate(values.byteLength);
    this.bytes(pointer, values.byteLength).set(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
    return pointer;
  }

  free(pointer: number): void {
    this.#module._free(pointer);
  }

  /** Bytes of all of it. */
  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  /** A view that is valid until anything is allocated or runs. */
  bytes(pointer: number, count: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, pointer, count);
  }

  /** The same of floats. */
  floats(pointer: number, count: number): Float32Array {
    return new Float32Array(this.#memory.buffer, pointer, count);
  }
}

/** Opens the kernels in the memory of the captured runtime; null if it is out of reach, or they do not run here. */
export async function openKernels(): Promise<KernelMemory | null> {
  const module = capturedRuntime();
  const memory = capturedMemory();
  if (!module || !memory) return null;
  try {
    const { instance } = await WebAssembly.instantiate(fromBase64(compiled.base64), { env: { memory } });
    return new KernelMemory(instance.exports as unknown as Kernels, module, memory);
  } catch (error) {
    console.error(error);
    return null;
  }
}
