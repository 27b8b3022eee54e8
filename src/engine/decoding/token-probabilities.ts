/** Logits that are this much lower than the highest one add nothing, even if there are a million of them: e⁻³⁰ is 10⁻¹³. */
const NEGLIGIBLE = 30;

/** Natural logarithm of the sum of exponentials of a range of logits; −∞ if all are suppressed. */
export function logSumExp(logits: Float32Array, from = 0, to = logits.length): number {
  let max = Number.NEGATIVE_INFINITY;
  for (let id = from; id < to; id += 1) {
    const logit = logits[id] ?? max;
    if (logit > max) max = logit;
  }
  if (max === Number.NEGATIVE_INFINITY) return max;
  const least = max - NEGLIGIBLE;
  let sum = 0;
  for (let id = from; id < to; id += 1) {
    const logit = logits[id] ?? 0;
    // NaN is less than nothing, and must not be lost.
    if (!(logit < least)) sum += Math.exp(logit - max);
  }
  return max + Math.log(sum);
}

/** Natural logarithm of the sum of two exponentials. */
export function logAddExp(a: number, b: number): number {
  const max = Math.max(a, b);
  return max === Number.NEGATIVE_INFINITY ? max : max + Math.log1p(Math.exp(Math.min(a, b) - max));
}

export function argmax(logits: Float32Array, from = 0, to = logits.length): number {
  let best = from;
  let max = Number.NEGATIVE_INFINITY;
  for (let id = from; id < to; id += 1) {
    const logit = logits[id] ?? max;
    if (logit > max) {
      max = logit;
      best = id;
    }
  }
  return best;
}

/** Samples a token from the softmax of `logits / temperature`; `draw` is uniform in [0, 1). */
export function sample(logits: Float32Array, temperature: number, draw: number): number {
  const max = logits[argmax(logits)] ?? 0;
  let sum = 0;
  for (const logit of logits) sum += Math.exp((logit - max) / temperature);
  let left = draw * sum;
  for (let id = 0; id < logits.length; id += 1) {
    left -= Math.exp(((logits[id] ?? Number.NEGATIVE_INFINITY) - max) / temperature);
    if (left < 0) return id;
  }
  return argmax(logits);
}

/** The `count` tokens with the highest logits, highest first; without those that are suppressed. */
export function likeliest(logits: Float32Array, count: number): number[] {
  const tokens: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let id = 0; id < logits.length; id += 1) {
    const logit = logits[id] ?? least;
    // NaN is greater than nothing.
    if (!(logit > least)) continue;
    if (tokens.length === count) tokens.pop();
    const at = tokens.findIndex((other) => (logits[other] ?? 0) < logit);
    tokens.splice(at === -1 ? tokens.length : at, 0, id);
    if (tokens.length === count) least = logits[tokens[count - 1] ?? 0] ?? least;
  }
  return tokens;
}
