/** A token found by greedy decoding. */
export interface EmittedToken {
  id: number;
  /** Encoder frame it was found at. */
  frame: number;
  /** Its share of the joiner's softmax over all tokens, blank included. */
  probability: number;
}

/** The best of `length` logits from `offset` on, with its softmax probability. */
export function bestLogit(
  logits: Float32Array,
  offset: number,
  length: number,
): { index: number; probability: number } {
  let index = 0;
  let best = Number.NEGATIVE_INFINITY;
  for (let candidate = 0; candidate < length; candidate++) {
    const value = logits[offset + candidate] ?? Number.NEGATIVE_INFINITY;
    if (value > best) {
      best = value;
      index = candidate;
    }
  }
  let sum = 0;
  for (let candidate = 0; candidate < length; candidate++) {
    sum += Math.exp((logits[offset + candidate] ?? Number.NEGATIVE_INFINITY) - best);
  }
  return { index, probability: 1 / sum };
}
