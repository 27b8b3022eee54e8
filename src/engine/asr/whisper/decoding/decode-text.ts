import type { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { trailingRepetition } from '../../../decoding/repetition.ts';
import { argmax, logAddExp, logSumExp, sample } from '../../../decoding/token-probabilities.ts';
import { type DecoderState, releaseText } from '../../../kernels/index.ts';
import type { EncodedAudio } from '../decoder-output.ts';
import type { WhisperModel } from '../whisper-model.ts';
import { applyTimestampRules } from './timestamp-rules.ts';

/** What decoding needs from a model. */
export type SteppingModel = Pick<WhisperModel, 'config' | 'step'>;

/** State after the decoder has read the prefix; any number of decodings can start here. */
export interface ReadPrefix {
  audio: EncodedAudio;
  tokens: readonly number[];
  state: DecoderState;
  /** Of the next token. */
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
  /** Receives the text and timestamp tokens so far after each. */
  onTokens?: ((tokens: readonly number[]) => void) | undefined;
}

/** One attempt at a window's text. */
export interface Decoding {
  /** Text and timestamp tokens, without the end. */
  tokens: number[];
  /** Per token, among all text tokens; 1 for a timestamp. */
  probabilities: number[];
  /** Mean over all tokens and the end, natural logarithm. NaN if the model produced no numbers. */
  averageLogProbability: number;
  /** Cross attention of the last prefix token and of each token, `heads` × `frames` each. */
  attention: Float32Array[];
  /** Tokens of a repeated phrase and how often it was said; `tokens` holds it once. */
  looped: boolean;
  /** The model ran out of room before it ended. */
  truncated: boolean;
  temperature: number;
}

/** Decodes one text with timestamps, token by token. Stops at the end token, at a loop or when the room is used up. */
export async function decodeText(
  model: SteppingModel,
  prefix: ReadPrefix,
  options: DecodingOptions,
  cancellation: CancellationPoint,
): Promise<Decoding> {
  const { config } = model;
  const { longest = config.textPositions, said: before = [] } = options;
  const room = Math.min(config.textPositions - prefix.tokens.length, longest);
  const decoding: Decoding = {
    tokens: [],
    probabilities: [],
    averageLogProbability: 0,
    attention: prefix.attention ? [prefix.attention] : [],
    looped: false,
    truncated: false,
    temperature: options.temperature,
  };
  const said: number[] = [];
  let { state } = prefix;
  let logits: Float32Array = prefix.logits.slice();
  let logProbability = 0;
  try {
    for (;;) {
      await cancellation.check();
      applyTimestampRules(logits, [...before, ...decoding.tokens], config, options.maxInitialTimestamp);
      const text = logSumExp(logits, 0, config.endToken);
      const total = logAddExp(text, logSumExp(logits, config.endToken));
      const token =
        options.temperature === 0 ? argmax(logits) : sample(logits, options.temperature, options.draw());
      logProbability += Number.isFinite(total) ? (logits[token] ?? 0) - total : Number.NaN;
      if (token === config.endToken || Number.isNaN(logProbability)) break;

      decoding.tokens.push(token);
      decoding.probabilities.push(token < config.endToken ? Math.exp((logits[token] ?? 0) - text) : 1);
      if (token < config.endToken) said.push(token);
      if (cutLoop(decoding, said, config.endToken, options.mostTokens)) break;
      options.onTokens?.(decoding.tokens);
      if (decoding.tokens.length >= room) {
        decoding.truncated = true;
        break;
      }

      const output = await model.step(prefix.audio, state, token, prefix.attention !== null);
      if (state !== prefix.state) releaseText(state);
      state = output.state;
      logits = output.logits;
      if (output.attention)
        decoding.attention.push(crop(output.attention, prefix.audio.positions, options.frames));
    }
  } finally {
    if (state !== prefix.state) releaseText(state);
  }
  decoding.averageLogProbability = logProbability / (decoding.tokens.length + 1);
  return decoding;
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

/**
 * If the text has started to repeat itself, keeps the phrase once and reports the repetition.
 *
 * @param text its tokens without timestamps
 * @param mostTokens see `DecodingOptions`
 */
export function cutLoop(
  decoding: Pick<Decoding, 'tokens' | 'probabilities' | 'attention' | 'looped'>,
  text: readonly number[],
  endToken: number,
  mostTokens: number,
): boolean {
  const repetition = text.length > mostTokens ? trailingRepetition(text) : null;
  if (!repetition) return false;
  let surplus = repetition.phrase * (repetition.repeats - 1);
  while (surplus > 0) {
    const token = decoding.tokens.pop() ?? endToken;
    decoding.probabilities.pop();
    if (token < endToken) surplus -= 1;
  }
  decoding.attention.length = Math.min(decoding.attention.length, decoding.tokens.length + 1);
  decoding.looped = true;
  return true;
}
