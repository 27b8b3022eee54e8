import { exponential } from './exponential';
import { added } from './lanes';

/**
 * The sum of the products of two vectors.
 *
 * @param size a multiple of 16
 */
function dot(a: usize, b: usize, size: i32): f32 {
  let first = f32x4.splat(0);
  let second = f32x4.splat(0);
  let third = f32x4.splat(0);
  let fourth = f32x4.splat(0);
  const end = a + ((<usize>size) << 2);
  while (a < end) {
    first = f32x4.add(first, f32x4.mul(v128.load(a), v128.load(b)));
    second = f32x4.add(second, f32x4.mul(v128.load(a, 16), v128.load(b, 16)));
    third = f32x4.add(third, f32x4.mul(v128.load(a, 32), v128.load(b, 32)));
    fourth = f32x4.add(fourth, f32x4.mul(v128.load(a, 48), v128.load(b, 48)));
    a += 64;
    b += 64;
  }
  return added(f32x4.add(f32x4.add(first, second), f32x4.add(third, fourth)));
}

/** Makes weights of scores, in place: each at least 0, with a sum of 1. */
function softmax(scores: usize, count: i32): void {
  let most: f32 = -Infinity;
  for (let at = 0; at < count; at += 1) most = max(most, load<f32>(scores + ((<usize>at) << 2)));
  const mosts = f32x4.splat(most);
  let sums = f32x4.splat(0);
  const whole = count & ~3;
  let at = scores;
  for (let index = 0; index < whole; index += 4) {
    const weights = exponential(f32x4.sub(v128.load(at), mosts));
    v128.store(at, weights);
    sums = f32x4.add(sums, weights);
    at += 16;
  }
  let sum = added(sums);
  for (let index = whole; index < count; index += 1) {
    const weight = f32x4.extract_lane(exponential(f32x4.splat(load<f32>(at) - most)), 0);
    store<f32>(at, weight);
    sum += weight;
    at += 4;
  }
  const share: f32 = 1 / sum;
  at = scores;
  for (let index = 0; index < whole; index += 4) {
    v128.store(at, f32x4.mul(v128.load(at), f32x4.splat(share)));
    at += 16;
  }
  for (let index = whole; index < count; index += 1) {
    store<f32>(at, load<f32>(at) * share);
    at += 4;
  }
}

/** The sum of rows by their weights: 16 numbers of them at a time. */
function weigh(weights: usize, rows: usize, to: usize, count: i32, size: i32): void {
  const stride = (<usize>size) << 2;
  for (let part: usize = 0; part < stride; part += 64) {
    let first = f32x4.splat(0);
    let second = f32x4.splat(0);
    let third = f32x4.splat(0);
    let fourth = f32x4.splat(0);
    let row = rows + part;
    for (let at = 0; at < count; at += 1) {
      const weight = v128.load32_splat(weights + ((<usize>at) << 2));
      first = f32x4.add(first, f32x4.mul(weight, v128.load(row)));
      second = f32x4.add(second, f32x4.mul(weight, v128.load(row, 16)));
      third = f32x4.add(third, f32x4.mul(weight, v128.load(row, 32)));
      fourth = f32x4.add(fourth, f32x4.mul(weight, v128.load(row, 48)));
      row += stride;
    }
    v128.store(to + part, first);
    v128.store(to + part, second, 16);
    v128.store(to + part, third, 32);
    v128.store(to + part, fourth, 48);
  }
}

/**
 * What one token takes from others, in each head.
 *
 * @param query f32, heads × size, scaled
 * @param keys f32, heads × room × size, of which the first `count` of each head are read
 * @param values as the keys
 * @param weights receives f32, heads × count
 * @param to receives f32, heads × size
 * @param size of a head, a multiple of 16
 */
export function attend(
  query: usize,
  keys: usize,
  values: usize,
  weights: usize,
  to: usize,
  heads: i32,
  size: i32,
  count: i32,
  room: i32,
): void {
  const row = (<usize>size) << 2;
  for (let head = 0; head < heads; head += 1) {
    let key = keys;
    for (let at = 0; at < count; at += 1) {
      store<f32>(weights + ((<usize>at) << 2), dot(query, key, size));
      key += row;
    }
    softmax(weights, count);
    weigh(weights, values, to, count, size);
    query += row;
    to += row;
    weights += (<usize>count) << 2;
    keys += row * room;
    values += row * room;
  }
}
