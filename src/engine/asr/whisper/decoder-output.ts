import { type DecoderState, releaseTensors } from '../../kernels/index.ts';
import { gatherRows, type OrtTensor, readFloats } from '../../kernels/sessions.ts';
import type { WhisperConfig } from './whisper-config.ts';

/** The encoder's output for one window. */
export interface EncodedAudio {
  /** 1 × `positions` × size. */
  hidden: OrtTensor;
  /** Encoder positions: 1,500 for a whole window of 30 s, fewer for a shortened one. */
  positions: number;
}

export interface DecoderOutput {
  state: DecoderState;
  /** `tokens` × `vocabulary`, for the tokens just read; of several hypotheses, one row each. */
  logits: Float32Array;
  vocabulary: number;
  /** Cross attention of the tokens just read, by hypothesis: `heads` × `tokens` × positions; null if not requested. */
  attention: Float32Array | null;
}

/**
 * Each is read to compare steps, and the one that agrees best decides: how much roundings matter depends on the text and on the sound. The
 * graph itself gives scores that agree to between 0.96 and 0.9999 if it reads a token alone or beside another one. In OpenAI's
 * vocabularies they are a comma, a full stop and a word.
 */
export const COMPARED_TOKENS = [11, 13, 440];

/** Correlation of scores that are the same but for roundings. */
export const LEAST_CORRELATION = 0.99;

/** Whether scores agree: roundings of activations to bytes differ in single units. */
export function isAlike(own: Float32Array, given: Float32Array): boolean {
  let products = 0;
  let squares = 0;
  let givenSquares = 0;
  for (const [index, value] of own.entries()) {
    const other = given[index] ?? 0;
    products += value * other;
    squares += value * value;
    givenSquares += other * other;
  }
  return own.length === given.length && products > LEAST_CORRELATION * Math.sqrt(squares * givenSquares);
}

/** What a run of the decoder has read: so many hypotheses, so many tokens each. */
export interface Read {
  rows: number;
  tokens: number;
}

/** Releases what `gatherAll` has made of tensors that may be among its results themselves. */
export function releaseCopies(
  gathered: Readonly<Record<string, OrtTensor>>,
  originals: Readonly<Record<string, OrtTensor>>,
): void {
  const copies = Object.entries(gathered).filter(([name, tensor]) => tensor !== originals[name]);
  releaseTensors(Object.fromEntries(copies));
}

export async function gatherAll(
  tensors: Readonly<Record<string, OrtTensor>>,
  rows: readonly number[],
): Promise<Record<string, OrtTensor>> {
  const gathered = Object.entries(tensors).map(
    async ([name, tensor]) => [name, await gatherRows(tensor, rows)] as const,
  );
  return Object.fromEntries(await Promise.all(gathered));
}

export function presentName(past: string): string {
  return past.replace('past_key_values', 'present');
}

export function pastOf(
  outputs: Readonly<Record<string, OrtTensor>>,
  names: readonly string[],
): Record<string, OrtTensor> {
  return Object.fromEntries(
    names.map((name) => [name.replace('present', 'past_key_values'), required(outputs, name)]),
  );
}

export function required(outputs: Readonly<Record<string, OrtTensor>>, name: string): OrtTensor {
  const tensor = outputs[name];
  if (!tensor) throw new Error(`The speech model gave no ${name}.`);
  return tensor;
}

/** Cross attention of the aligning heads: `heads` × `tokens` × the audio's positions, for one row after the other. */
export async function attentionIn(
  outputs: Readonly<Record<string, OrtTensor>>,
  { positions }: EncodedAudio,
  { rows, tokens }: Read,
  { alignment, heads: headCount }: WhisperConfig,
): Promise<Float32Array> {
  const heads = alignment?.heads ?? [];
  const plane = tokens * positions;
  const gathered = new Float32Array(rows * heads.length * plane);
  const layers = new Map<number, Float32Array>();
  for (const [index, [layer, head]] of heads.entries()) {
    const weights = layers.get(layer) ?? (await readFloats(required(outputs, `cross_attentions.${layer}`)));
    layers.set(layer, weights);
    for (let row = 0; row < rows; row += 1) {
      const at = (row * headCount + head) * plane;
      gathered.set(weights.subarray(at, at + plane), (row * heads.length + index) * plane);
    }
  }
  return gathered;
}
