import type { DecoderState } from '../../../kernels/index.ts';
import type { EncodedAudio } from '../decoder-output.ts';
import type { WhisperModel } from '../whisper-model.ts';
import type { TermTree } from './term-tree.ts';

/** What decoding needs from a model. */
export type SteppingModel = Pick<WhisperModel, 'config' | 'step'>;

/** State after the decoder has read the prefix; any number of decodings can start here. */
export interface ReadPrefix {
  audio: EncodedAudio;
  tokens: readonly number[];
  state: DecoderState;
  /** Scores of the next token, one for each token of the vocabulary. */
  logits: Float32Array;
  /** Cross attention of the last prefix token, `heads` × `frames`; null if it is not collected during decoding. */
  attention: Float32Array | null;
  /** Probability that nobody is speaking. */
  noSpeech: number;
}

export interface DecodingOptions {
  /** 0 always picks the likeliest token. */
  temperature: number;
  /** Uniform in [0, 1), for temperatures above 0. */
  draw: () => number;
  /** Latest first timestamp, in steps of 20 ms. */
  maxInitialTimestamp: number;
  /** Encoder positions that contain audio. */
  frames: number;
  /** A text that repeats itself is not ended before it has more text tokens than this: somebody may say it so often. */
  mostTokens: number;
  /** Text and timestamp tokens at the end of the prefix, which this text continues; none if absent. */
  said?: readonly number[] | undefined;
  /** Most tokens to decode; absent for all that there is room for. */
  longest?: number | undefined;
  /** Terms to prefer; absent for none. */
  terms?: TermTree | undefined;
  /** Receives the text and timestamp tokens so far after each. */
  onTokens?: ((tokens: readonly number[]) => void) | undefined;
}

/** Crops rows of `positions` to the frames that contain audio. */
export function crop(weights: Float32Array, positions: number, frames: number): Float32Array {
  const rows = weights.length / positions;
  const cropped = new Float32Array(rows * frames);
  for (let row = 0; row < rows; row += 1) {
    cropped.set(weights.subarray(row * positions, row * positions + frames), row * frames);
  }
  return cropped;
}
