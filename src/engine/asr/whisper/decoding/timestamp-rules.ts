import { argmax, logSumExp } from '../../../decoding/token-probabilities.ts';
import type { WhisperConfig } from '../whisper-config.ts';

const NEVER = Number.NEGATIVE_INFINITY;

/**
 * Masks, in place, the tokens that may not come next when decoding timestamps: suppressed tokens; text before the
 * first timestamp; a first timestamp later than `maxInitialTimestamp`; a third timestamp in a row; text between the
 * two timestamps of a pair; timestamps that go back; and text, if the timestamps together are likelier than any text
 * token.
 *
 * @param said tokens since the prefix
 * @param maxInitialTimestamp in steps of 20 ms
 * @see Radford et al. (2022), section 4.5 and its reference implementation
 */
export function applyTimestampRules(
  logits: Float32Array,
  said: readonly number[],
  config: WhisperConfig,
  maxInitialTimestamp: number,
): void {
  const { firstTimestampToken, endToken } = config;
  for (const id of config.suppressed) if (id !== endToken) logits[id] = NEVER;
  logits[config.noTimestampsToken] = NEVER;

  if (said.length === 0) {
    for (const id of config.suppressedFirst) logits[id] = NEVER;
    logits.fill(NEVER, 0, firstTimestampToken);
    logits.fill(NEVER, firstTimestampToken + maxInitialTimestamp + 1);
    return;
  }

  const lastIsTime = (said.at(-1) ?? 0) >= firstTimestampToken;
  const beforeIsTime = said.length < 2 || (said.at(-2) ?? 0) >= firstTimestampToken;
  if (lastIsTime && beforeIsTime) logits.fill(NEVER, firstTimestampToken);
  else if (lastIsTime) logits.fill(NEVER, 0, endToken);

  const latest = said.findLast((id) => id >= firstTimestampToken);
  if (latest !== undefined) {
    // The second of a pair may repeat the first; a segment may not be empty.
    const closesPair = lastIsTime && !beforeIsTime;
    logits.fill(NEVER, firstTimestampToken, closesPair ? latest : latest + 1);
  }

  const times = logSumExp(logits, firstTimestampToken);
  const likeliestText = logits[argmax(logits, 0, firstTimestampToken)] ?? NEVER;
  if (times > likeliestText) logits.fill(NEVER, 0, firstTimestampToken);
}
