import type { OrtTensor } from '../../../onnx/onnx-sessions.ts';

/** The decoder's memory of the tokens it has read. Immutable, so decoding can continue from it more than once. */
export interface DecoderState {
  /** Number of tokens read. */
  length: number;
  /** `past_key_values.{layer}.decoder.{key,value}`. */
  text: Readonly<Record<string, OrtTensor>>;
  /** `past_key_values.{layer}.encoder.{key,value}`: shared by all states of one window. */
  audio: Readonly<Record<string, OrtTensor>>;
}

/** Releases tensors on the GPU and in the runtime's memory; others are plain arrays. */
export function releaseTensors(tensors: Readonly<Record<string, OrtTensor>>): void {
  for (const tensor of Object.values(tensors)) if (tensor.location !== 'cpu') tensor.dispose();
}
