import type { Tensor } from 'onnxruntime-web';
import type { RuntimeModule } from './runtime-capture.ts';

/** A tensor, wherever its numbers are. */
export type AnyTensor = Pick<Tensor, 'type' | 'dims' | 'location' | 'getData' | 'dispose'>;

/** ONNX's numbers for types, and what their values are in JavaScript. */
const TYPES = [
  { type: 'float32', code: 1, Values: Float32Array },
  { type: 'uint8', code: 2, Values: Uint8Array },
  { type: 'int8', code: 3, Values: Int8Array },
  { type: 'int32', code: 6, Values: Int32Array },
  { type: 'int64', code: 7, Values: BigInt64Array },
  { type: 'bool', code: 9, Values: Uint8Array },
  { type: 'float16', code: 10, Values: Uint16Array },
] as const;

type ValueType = (typeof TYPES)[number];

/** `dataLocationStringToEnum('cpu')`. */
const ON_CPU = 1;

interface Place {
  /** The runtime's value. */
  handle: number;
  /** First byte of its numbers. */
  pointer: number;
  /** Whether the numbers were put there by us, not by the runtime. */
  owned: boolean;
}

/** The memory of a captured ONNX runtime, in which values can remain from one run to the next. */
export class RuntimeMemory {
  readonly module: RuntimeModule;
  #liveValues = 0;
  /** A forgotten value would occupy the memory until its worker ends. */
  readonly #forgotten = new FinalizationRegistry<Place>((place) => this.#free(place));

  constructor(module: RuntimeModule) {
    this.module = module;
  }

  /** Number of values that were not disposed of. */
  get liveValues(): number {
    return this.#liveValues;
  }

  /** Copies a tensor into the memory. */
  async store(tensor: AnyTensor): Promise<RuntimeValue> {
    const data = await tensor.getData();
    if (Array.isArray(data)) throw new Error('Tensors of texts cannot be kept.');
    const value = this.create(tensor.type, tensor.dims);
    value.bytes().set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    return value;
  }

  /** A value with undefined numbers. */
  create(type: string, dims: readonly number[]): RuntimeValue {
    const { module } = this;
    const known = TYPES.find((one) => one.type === type);
    if (!known) throw new Error(`Values of type ${type} cannot be kept.`);
    const bytes = sizeOf(dims) * known.Values.BYTES_PER_ELEMENT;
    const pointer = module._malloc(Math.max(bytes, 1));
    if (pointer === 0) throw new RangeError(`The ONNX runtime could not allocate ${bytes} bytes.`);
    const stack = module.stackSave();
    const dimsPointer = module.stackAlloc(dims.length * module.PTR_SIZE);
    for (const [index, size] of dims.entries()) module.setValue(dimsPointer + 4 * index, size, 'i32');
    const handle = module._OrtCreateTensor(known.code, pointer, bytes, dimsPointer, dims.length, ON_CPU);
    module.stackRestore(stack);
    if (handle === 0) {
      module._free(pointer);
      throw this.lastError('The ONNX runtime could not create a value.');
    }
    return this.#keep(known, dims, { handle, pointer, owned: true });
  }

  /** Takes over a value that the runtime has created. */
  adopt(handle: number): RuntimeValue {
    const { module } = this;
    const stack = module.stackSave();
    try {
      const at = module.stackAlloc(4 * module.PTR_SIZE);
      if (module._OrtGetTensorData(handle, at, at + 4, at + 8, at + 12) !== 0) {
        throw this.lastError('The ONNX runtime gave a value that cannot be read.');
      }
      const code = module.getValue(at, 'i32');
      const pointer = module.getValue(at + 4, '*');
      const dimsPointer = module.getValue(at + 8, '*');
      const count = module.getValue(at + 12, 'i32');
      const dims = Array.from({ length: count }, (_, index) =>
        module.getValue(dimsPointer + 4 * index, 'i32'),
      );
      module._OrtFree(dimsPointer);
      const known = TYPES.find((one) => one.code === code);
      if (!known) throw new Error(`The ONNX runtime gave a value of type ${code}.`);
      return this.#keep(known, dims, { handle, pointer, owned: false });
    } catch (error) {
      module._OrtReleaseTensor(handle);
      throw error;
    } finally {
      module.stackRestore(stack);
    }
  }

  /** The runtime's message about the call that failed last. */
  lastError(what: string): Error {
    const { module } = this;
    const stack = module.stackSave();
    const at = module.stackAlloc(2 * module.PTR_SIZE);
    module._OrtGetLastError(at, at + 4);
    const message = module.getValue(at + 4, '*');
    const why = message === 0 ? '' : ` ${module.UTF8ToString(message)}`;
    module.stackRestore(stack);
    return new Error(`${what}${why}`);
  }

  #keep(type: ValueType, dims: readonly number[], place: Place): RuntimeValue {
    const value = new RuntimeValue(this, { type, dims }, place, () => {
      this.#forgotten.unregister(value);
      this.#free(place);
    });
    this.#liveValues += 1;
    this.#forgotten.register(value, place, value);
    return value;
  }

  #free({ handle, pointer, owned }: Place): void {
    this.#liveValues -= 1;
    this.module._OrtReleaseTensor(handle);
    if (owned) this.module._free(pointer);
  }
}

/** A tensor whose numbers remain in the runtime's memory until it is disposed of. */
export class RuntimeValue implements AnyTensor {
  readonly location = 'cpu-pinned';
  readonly dims: readonly number[];
  readonly #memory: RuntimeMemory;
  readonly #type: ValueType;
  readonly #free: () => void;
  #place: Place | null;

  constructor(
    memory: RuntimeMemory,
    { type, dims }: { type: ValueType; dims: readonly number[] },
    place: Place,
    free: () => void,
  ) {
    this.#memory = memory;
    this.#type = type;
    this.dims = dims;
    this.#place = place;
    this.#free = free;
  }

  get type(): ValueType['type'] {
    return this.#type.type;
  }

  /** Handle of the value, for the runtime's functions. */
  get handle(): number {
    return this.#existing.handle;
  }

  /** First byte of the numbers. */
  get pointer(): number {
    return this.#existing.pointer >>> 0;
  }

  /** The numbers where they are: a view that is valid until anything else is created or runs. */
  bytes(): Uint8Array {
    const { module } = this.#memory;
    const { pointer } = this.#existing;
    // Reading one lets the runtime notice that another thread made the memory grow.
    module.getValue(pointer, 'i8');
    return module.HEAPU8.subarray(pointer, pointer + sizeOf(this.dims) * this.#type.Values.BYTES_PER_ELEMENT);
  }

  /** A copy of the numbers. */
  copy(): InstanceType<ValueType['Values']> {
    const bytes = new Uint8Array(this.bytes());
    return new this.#type.Values(bytes.buffer);
  }

  async getData(): ReturnType<AnyTensor['getData']> {
    return this.copy();
  }

  /** Chosen rows of the first dimension, copied within the runtime's memory. */
  rows(rows: readonly number[]): RuntimeValue {
    const [count = 0, ...rest] = this.dims;
    const gathered = this.#memory.create(this.type, [rows.length, ...rest]);
    const from = this.bytes();
    const to = gathered.bytes();
    const size = from.length / count;
    for (const [index, row] of rows.entries())
      to.set(from.subarray(row * size, (row + 1) * size), index * size);
    return gathered;
  }

  /** The first entries of one dimension, copied within the runtime's memory. */
  first(length: number, axis: number): RuntimeValue {
    const kept = this.#memory.create(this.type, this.dims.with(axis, length));
    copyFirst(this.bytes(), kept.bytes(), this.dims, { length, axis });
    return kept;
  }

  /** A copy of the last numbers. */
  last(count: number): InstanceType<ValueType['Values']> {
    const bytes = this.bytes();
    const tail = new Uint8Array(bytes.subarray(bytes.length - count * this.#type.Values.BYTES_PER_ELEMENT));
    return new this.#type.Values(tail.buffer);
  }

  dispose(): void {
    if (this.#place === null) return;
    this.#place = null;
    this.#free();
  }

  get #existing(): Place {
    if (this.#place === null) throw new Error('This value was disposed of.');
    return this.#place;
  }
}

/** Copies the first entries of one dimension, as they are in a tensor of these dimensions. */
export function copyFirst(
  from: Uint8Array,
  to: Uint8Array,
  dims: readonly number[],
  { length, axis }: { length: number; axis: number },
): void {
  const rows = sizeOf(dims.slice(0, axis));
  const row = from.length / rows;
  const part = to.length / rows;
  if (part * (dims[axis] ?? 0) !== row * length) throw new RangeError('The tensors do not fit together.');
  for (let index = 0; index < rows; index += 1) {
    to.set(from.subarray(index * row, index * row + part), index * part);
  }
}

const sizeOf = (dims: readonly number[]): number => dims.reduce((product, size) => product * size, 1);
