import { added, addedWhole, mostOf } from './lanes';
import { padded, whole } from './pairs';
import { powerOfTwo } from './rounding';

/** Rows that are multiplied at once. */
export const ROWS: i32 = 4;
const MOST_WEIGHTS: f32 = 524288;
const MOST_WEIGHT: f32 = 32767;
/** A score that weighs nothing. */
const NOTHING: f32 = -1e9;

/** Four rows of pairs times eight columns of them. */
export function tile(
  rows: usize,
  stride: usize,
  columns: usize,
  pairs: i32,
  to: usize,
  toStride: usize,
  scales: v128,
  present: i32,
): void {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  let e = i32x4.splat(0);
  let f = i32x4.splat(0);
  let g = i32x4.splat(0);
  let h = i32x4.splat(0);
  let second = rows + stride;
  let third = second + stride;
  let fourth = third + stride;
  // Twice as many pairs at once: addresses are computed half as often.
  const end = rows + ((<usize>pairs) << 2);
  while (rows < end) {
    let left = v128.load(columns);
    let right = v128.load(columns, 16);
    let row = v128.load32_splat(rows);
    a = i32x4.add(a, i32x4.dot_i16x8_s(row, left));
    b = i32x4.add(b, i32x4.dot_i16x8_s(row, right));
    row = v128.load32_splat(second);
    c = i32x4.add(c, i32x4.dot_i16x8_s(row, left));
    d = i32x4.add(d, i32x4.dot_i16x8_s(row, right));
    row = v128.load32_splat(third);
    e = i32x4.add(e, i32x4.dot_i16x8_s(row, left));
    f = i32x4.add(f, i32x4.dot_i16x8_s(row, right));
    row = v128.load32_splat(fourth);
    g = i32x4.add(g, i32x4.dot_i16x8_s(row, left));
    h = i32x4.add(h, i32x4.dot_i16x8_s(row, right));
    left = v128.load(columns, 32);
    right = v128.load(columns, 48);
    row = v128.load32_splat(rows, 4);
    a = i32x4.add(a, i32x4.dot_i16x8_s(row, left));
    b = i32x4.add(b, i32x4.dot_i16x8_s(row, right));
    row = v128.load32_splat(second, 4);
    c = i32x4.add(c, i32x4.dot_i16x8_s(row, left));
    d = i32x4.add(d, i32x4.dot_i16x8_s(row, right));
    row = v128.load32_splat(third, 4);
    e = i32x4.add(e, i32x4.dot_i16x8_s(row, left));
    f = i32x4.add(f, i32x4.dot_i16x8_s(row, right));
    row = v128.load32_splat(fourth, 4);
    g = i32x4.add(g, i32x4.dot_i16x8_s(row, left));
    h = i32x4.add(h, i32x4.dot_i16x8_s(row, right));
    columns += 64;
    rows += 8;
    second += 8;
    third += 8;
    fourth += 8;
  }
  storeRow(to, a, b, f32x4.splat(f32x4.extract_lane(scales, 0)));
  if (present > 1) storeRow(to + toStride, c, d, f32x4.splat(f32x4.extract_lane(scales, 1)));
  if (present > 2) storeRow(to + 2 * toStride, e, f, f32x4.splat(f32x4.extract_lane(scales, 2)));
  if (present > 3) storeRow(to + 3 * toStride, g, h, f32x4.splat(f32x4.extract_lane(scales, 3)));
}

/** The same of one row. */
export function rowTile(row: usize, columns: usize, pairs: i32, to: usize, scale: f32): void {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  const end = row + ((<usize>pairs) << 2);
  while (row < end) {
    const first = v128.load32_splat(row);
    a = i32x4.add(a, i32x4.dot_i16x8_s(first, v128.load(columns)));
    b = i32x4.add(b, i32x4.dot_i16x8_s(first, v128.load(columns, 16)));
    const second = v128.load32_splat(row, 4);
    c = i32x4.add(c, i32x4.dot_i16x8_s(second, v128.load(columns, 32)));
    d = i32x4.add(d, i32x4.dot_i16x8_s(second, v128.load(columns, 48)));
    columns += 64;
    row += 8;
  }
  storeRow(to, i32x4.add(a, c), i32x4.add(b, d), f32x4.splat(scale));
}

function storeRow(to: usize, left: v128, right: v128, scale: v128): void {
  v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(left), scale));
  v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(right), scale), 16);
}

/**
 * Whole weights of scores: powers of 2.
 *
 * @param scores f32 × count, filled up to a multiple of 8; they are overwritten
 * @param to i16 × as many
 * @returns the sum of the weights
 */
export function weightsOf(scores: usize, to: usize, count: i32): i32 {
  const all = padded(count);
  for (let at = count; at < all; at += 1) store<f32>(scores + ((<usize>at) << 2), NOTHING);
  const end = scores + ((<usize>all) << 2);
  let mosts = v128.load(scores);
  for (let at = scores; at < end; at += 16) mosts = f32x4.pmax(mosts, v128.load(at));
  const most = f32x4.splat(mostOf(mosts));
  let sums = f32x4.splat(0);
  for (let at = scores; at < end; at += 16) {
    const weights = powerOfTwo(f32x4.sub(v128.load(at), most));
    v128.store(at, weights);
    sums = f32x4.add(sums, weights);
  }
  const share = f32x4.splat(min(MOST_WEIGHT, MOST_WEIGHTS / added(sums)));
  const ones = i16x8.splat(1);
  let totals = i32x4.splat(0);
  for (let at = scores; at < end; at += 32) {
    const weights = i16x8.narrow_i32x4_s(whole(at, share), whole(at + 16, share));
    v128.store(to, weights);
    totals = i32x4.add(totals, i32x4.dot_i16x8_s(weights, ones));
    to += 16;
  }
  return addedWhole(totals);
}
