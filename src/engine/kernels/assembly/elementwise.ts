import { exponential } from './exponential';
import { added } from './lanes';

/**
 * Numbers brought to a mean of 0 and a variance of 1, times weights, plus a bias.
 *
 * @param from f32 × count; count is a multiple of 4
 */
export function normalise(
  from: usize,
  weights: usize,
  bias: usize,
  to: usize,
  count: i32,
  epsilon: f32,
): void {
  const bytes = (<usize>count) << 2;
  let sums = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) sums = f32x4.add(sums, v128.load(from + at));
  const mean = f32x4.splat(added(sums) / <f32>count);
  let squares = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const off = f32x4.sub(v128.load(from + at), mean);
    squares = f32x4.add(squares, f32x4.mul(off, off));
  }
  const share = f32x4.splat(1 / sqrt<f32>(added(squares) / <f32>count + epsilon));
  for (let at: usize = 0; at < bytes; at += 16) {
    const normal = f32x4.mul(f32x4.sub(v128.load(from + at), mean), share);
    v128.store(to + at, f32x4.add(f32x4.mul(normal, v128.load(weights + at)), v128.load(bias + at)));
  }
}

/** Adds numbers to others, in place. */
export function add(to: usize, from: usize, count: i32): void {
  const bytes = (<usize>count) << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    v128.store(to + at, f32x4.add(v128.load(to + at), v128.load(from + at)));
  }
}

/**
 * The error function of at least 0, to 1.5 × 10⁻⁷.
 *
 * @see Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26
 */
function erf(values: v128): v128 {
  const one = f32x4.splat(1);
  const t = f32x4.div(one, f32x4.add(one, f32x4.mul(f32x4.splat(0.3275911), values)));
  let series = f32x4.splat(1.061405429);
  series = f32x4.add(f32x4.mul(series, t), f32x4.splat(-1.453152027));
  series = f32x4.add(f32x4.mul(series, t), f32x4.splat(1.421413741));
  series = f32x4.add(f32x4.mul(series, t), f32x4.splat(-0.284496736));
  series = f32x4.add(f32x4.mul(series, t), f32x4.splat(0.254829592));
  const decay = exponential(f32x4.neg(f32x4.mul(values, values)));
  return f32x4.sub(one, f32x4.mul(f32x4.mul(series, t), decay));
}

/** Gaussian error linear units, in place: x × (1 + erf(x ÷ √2)) ÷ 2. */
export function gelu(values: usize, count: i32): void {
  const bytes = (<usize>count) << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    const value = v128.load(values + at);
    const even = erf(f32x4.mul(f32x4.abs(value), f32x4.splat(Mathf.SQRT1_2)));
    // An odd function: the sign is that of the value.
    const sign = v128.and(value, i32x4.splat(0x8000_0000));
    const share = f32x4.add(f32x4.splat(1), v128.or(even, sign));
    v128.store(values + at, f32x4.mul(f32x4.mul(value, f32x4.splat(0.5)), share));
  }
}
