import { Tensor } from '@huggingface/transformers';
import type { InferenceSession } from 'onnxruntime-web';
import { fromHalfFloats, toHalfFloats } from '../../onnx/half-float.ts';
import { type AnyTensor, copyFirst, RuntimeValue } from './runtime-memory.ts';

export type OrtTensor = AnyTensor;

/** The parts of an ONNX session used by decoding. */
export interface OrtSession
  extends Pick<InferenceSession, 'release' | 'inputNames' | 'outputNames' | 'inputMetadata'> {
  run(
    feeds: Readonly<Record<string, OrtTensor>>,
    outputs: readonly string[],
  ): Promise<Readonly<Record<string, OrtTensor>>>;
}

export function int64Tensor(values: readonly number[], dims: number[]): OrtTensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), dims).ort_tensor;
}

export function boolTensor(value: boolean): OrtTensor {
  return new Tensor('bool', [value], [1]).ort_tensor;
}

/** A tensor of the session's input type: fp16 models take half floats. */
export function floatTensorFor(
  session: OrtSession,
  input: string,
  data: Float32Array,
  dims: number[],
): OrtTensor {
  const wanted = session.inputMetadata.find(({ name }) => name === input);
  return wanted?.isTensor && wanted.type === 'float16'
    ? new Tensor('float16', toHalfFloats(data), dims).ort_tensor
    : new Tensor('float32', data, dims).ort_tensor;
}

/** A tensor's numbers, read back from the GPU if necessary. */
export async function readFloats(tensor: OrtTensor): Promise<Float32Array> {
  return asFloats(await tensor.getData());
}

/** The last row of its last dimension. */
export async function readLastFloats(tensor: OrtTensor): Promise<Float32Array> {
  const count = tensor.dims.at(-1) ?? 0;
  return tensor instanceof RuntimeValue
    ? asFloats(tensor.last(count))
    : (await readFloats(tensor)).slice(-count);
}

function asFloats(data: Awaited<ReturnType<OrtTensor['getData']>>): Float32Array {
  if (data instanceof Float32Array) return data;
  if (data instanceof Uint16Array) return fromHalfFloats(data);
  // Runtimes with Float16Array return that instead of bit patterns.
  return Float32Array.from(data as Iterable<number>);
}

/** Chosen rows of a tensor's first dimension, in the memory where they are; the tensor itself if they are all of it. */
export async function gatherRows(tensor: OrtTensor, rows: readonly number[]): Promise<OrtTensor> {
  const [count = 0, ...rest] = tensor.dims;
  if (rows.length === count && rows.every((row, index) => row === index)) return tensor;
  if (tensor instanceof RuntimeValue) return tensor.rows(rows);
  const data = await tensor.getData();
  if (Array.isArray(data)) throw new Error('Tensors of texts have no rows to gather.');
  const from = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const size = from.length / count;
  const bytes = new Uint8Array(rows.length * size);
  for (const [index, row] of rows.entries())
    bytes.set(from.subarray(row * size, (row + 1) * size), index * size);
  return tensorOf(tensor.type, bytes, [rows.length, ...rest]);
}

/** The first entries of one dimension, in the runtime's memory if they were there, otherwise in memory of the CPU. */
export async function keepFirst(tensor: OrtTensor, length: number, axis: number): Promise<OrtTensor> {
  if (tensor instanceof RuntimeValue) return tensor.first(length, axis);
  const data = await tensor.getData();
  if (Array.isArray(data)) throw new Error('Tensors of texts have no numbers to keep.');
  const from = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const to = new Uint8Array((from.length / (tensor.dims[axis] ?? 1)) * length);
  copyFirst(from, to, tensor.dims, { length, axis });
  return tensorOf(tensor.type, to, tensor.dims.with(axis, length));
}

const tensorOf = (type: OrtTensor['type'], { buffer }: Uint8Array<ArrayBuffer>, dims: number[]): OrtTensor =>
  type === 'float16'
    ? new Tensor('float16', new Uint16Array(buffer), dims).ort_tensor
    : new Tensor('float32', new Float32Array(buffer), dims).ort_tensor;
