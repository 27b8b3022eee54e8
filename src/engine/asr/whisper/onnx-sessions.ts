import { Tensor } from '@huggingface/transformers';
import type { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-web';
import { fromHalfFloats, toHalfFloats } from './half-float.ts';

export type OrtTensor = OnnxTensor;

/** The parts of an ONNX session used by decoding. */
export type OrtSession = Pick<
  InferenceSession,
  'run' | 'release' | 'inputNames' | 'outputNames' | 'inputMetadata'
>;

export function int64Tensor(values: readonly number[], dims: number[]): OrtTensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), dims).ort_tensor;
}

export function boolTensor(value: boolean): OrtTensor {
  return new Tensor('bool', [value], [1]).ort_tensor;
}

/** A tensor of the session's input type: fp16 models want half floats. */
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
  const data = await tensor.getData();
  if (data instanceof Float32Array) return data;
  if (data instanceof Uint16Array) return fromHalfFloats(data);
  // Runtimes with Float16Array return that instead of bit patterns.
  return Float32Array.from(data as Iterable<number>);
}
