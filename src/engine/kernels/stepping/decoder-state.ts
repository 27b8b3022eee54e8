import type { GpuText, GpuTexts } from '../gpu/gpu-texts.ts';
import type { OrtTensor } from '../runtime/onnx-sessions.ts';
import type { StoredAudio } from './stored-audio.ts';
import type { TextRows } from './text-rows.ts';

/** The decoder's memory of the tokens it has read. Immutable, so decoding can continue from it more than once. */
export interface DecoderState {
  /** Number of tokens read. */
  length: number;
  /** `past_key_values.{layer}.decoder.{key,value}`; none if they are in `own`. */
  text: Readonly<Record<string, OrtTensor>>;
  /** `past_key_values.{layer}.encoder.{key,value}`: shared by all states of one window; none if they are in `own`. */
  audio: Readonly<Record<string, OrtTensor>>;
  /** The same where steps are computed without the graph; null if they are not. */
  own: { text: TextRows; audio: StoredAudio } | null;
  /** What the GPU keeps, where it computes the steps; absent if it does not. */
  gpu?: { text: GpuText; texts: GpuTexts } | undefined;
}

/** Releases what is kept of the text. */
export function releaseText({ text, own, gpu }: DecoderState): void {
  gpu?.texts.release(gpu.text);
  own?.text.release();
  releaseTensors(text);
}

/** Releases what is kept of the text and of the window. */
export function releaseState(state: DecoderState): void {
  releaseText(state);
  state.own?.audio.release();
  releaseTensors(state.audio);
}

/** Releases tensors on the GPU and in the runtime's memory; others are plain arrays. */
export function releaseTensors(tensors: Readonly<Record<string, OrtTensor>>): void {
  for (const tensor of Object.values(tensors)) if (tensor.location !== 'cpu') tensor.dispose();
}
