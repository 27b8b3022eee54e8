import type { OrtTensor } from './onnx-sessions.ts';

/** What the decoder remembers of the tokens that it has read; never changed, so a decoding can go on from it twice. */
export interface DecoderState {
  /** Tokens read. */
  length: number;
  /** `past_key_values.{layer}.decoder.{key,value}`. */
  text: Readonly<Record<string, OrtTensor>>;
  /** `past_key_values.{layer}.encoder.{key,value}`: the same for all states of one window. */
  audio: Readonly<Record<string, OrtTensor>>;
}

/** Frees what lies on the GPU; in WASM the tensors are plain arrays. */
export function releaseTensors(tensors: Readonly<Record<string, OrtTensor>>): void {
  for (const tensor of Object.values(tensors)) if (tensor.location === 'gpu-buffer') tensor.dispose();
}
