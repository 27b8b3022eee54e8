import type { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { trailingRepetition } from '../../../decoding/repetition.ts';
import { tokensOf } from './choose-tokens.ts';
import type { DecodingOptions, ReadPrefix, SteppingModel } from './read-prefix.ts';
import { writeTerms } from './write-terms.ts';

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
  const source = tokensOf(model, prefix, { ...options, room });
  let logProbability = 0;
  try {
    for (;;) {
      await cancellation.check();
      const { token, score, text, total, bonus = 0 } = await source.next([...before, ...decoding.tokens]);
      logProbability += Number.isFinite(total) ? score + bonus - total : Number.NaN;
      if (token === config.endToken || Number.isNaN(logProbability)) break;

      decoding.tokens.push(token);
      decoding.probabilities.push(token < config.endToken ? Math.exp(score - text) : 1);
      if (token < config.endToken) said.push(token);
      if (cutLoop(decoding, said, config.endToken, options.mostTokens)) break;
      options.onTokens?.(decoding.tokens);
      if (decoding.tokens.length >= room) {
        decoding.truncated = true;
        break;
      }
      const attention = await source.read(token);
      if (attention) decoding.attention.push(attention);
    }
    // The last token of a text that was cut short was never read.
    const read = decoding.tokens.length - (decoding.truncated ? 1 : 0);
    decoding.attention = (await source.attention(read)) ?? decoding.attention;
  } finally {
    source.end();
  }
  decoding.averageLogProbability = logProbability / (decoding.tokens.length + 1);
  return writeTerms(decoding, options.terms);
}

/** If the text (its tokens without timestamps) repeats itself at the end, keeps the phrase once and reports it. */
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
