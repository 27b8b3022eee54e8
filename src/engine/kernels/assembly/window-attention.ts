import { added } from './exponential';
import { powerOfTwo, rounded } from './rounding';

/** Queries that are compared at once. */
const ROWS: i32 = 4;
/** Queries that are worked on together: keys and values come from slower memory once for all of them. */
const BLOCK: i32 = 16;
/** Keys that they are compared with, and numbers of values that are weighed, at once. */
const COLUMNS: i32 = 8;
/** Largest whole number of queries and keys: the products of 64 of them fit into 31 bits. */
const MOST_ASKED: f32 = 4095;
/** Largest whole number of values: times the weights, whose sum is at most 2^19, they do, too. */
const MOST_VALUE: f32 = 2047;
const MOST_WEIGHTS: f32 = 524288;
const MOST_WEIGHT: f32 = 32767;
/** A score that weighs nothing. */
const NOTHING: f32 = -1e9;
const LOG2_E: f32 = Mathf.LOG2E;

function padded(count: i32): i32 {
  return (count + COLUMNS - 1) & ~(COLUMNS - 1);
}

/** Bytes that `attendAll` needs beside its results. */
export function attentionRoom(size: i32, count: i32): i32 {
  const all = padded(count);
  return (3 * all * size + BLOCK * all) * 2 + BLOCK * all * 4;
}

/** The largest of the numbers, without its sign. */
function largest(from: usize, stride: usize, size: i32, count: i32): f32 {
  let most = f32x4.splat(0);
  for (let row = 0; row < count; row += 1) {
    for (let at: usize = 0; at < (<usize>size) << 2; at += 16)
      most = f32x4.pmax(most, f32x4.abs(v128.load(from + at)));
    from += stride;
  }
  return max(
    max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
    max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
  );
}

/** Four numbers as whole ones. */
function whole(from: usize, by: v128): v128 {
  return rounded(f32x4.mul(v128.load(from), by));
}

/** Queries as whole numbers, one after the other; those behind the last one are 0. */
function storeQueries(from: usize, stride: usize, to: usize, size: i32, count: i32, by: f32): void {
  const scale = f32x4.splat(by);
  const all = padded(count);
  for (let row = 0; row < all; row += 1) {
    for (let at: usize = 0; at < (<usize>size) << 2; at += 32) {
      const pair =
        row < count
          ? i16x8.narrow_i32x4_s(whole(from + at, scale), whole(from + at + 16, scale))
          : i16x8.splat(0);
      v128.store(to, pair);
      to += 16;
    }
    from += stride;
  }
}

/** Keys as pairs of whole numbers: the first pair of eight keys, the second one of the same, and so on. */
function storeKeys(from: usize, stride: usize, to: usize, size: i32, count: i32, by: f32): void {
  const scale = f32x4.splat(by);
  const all = padded(count);
  const pairs = <usize>size >> 1;
  for (let row = 0; row < all; row += 1) {
    let at = to + (<usize>(row / COLUMNS) * pairs * COLUMNS + (row % COLUMNS)) * 4;
    for (let column: usize = 0; column < (<usize>size) << 2; column += 16) {
      const four = row < count ? whole(from + column, scale) : i32x4.splat(0);
      const two = i16x8.narrow_i32x4_s(four, four);
      v128.store32_lane(at, two, 0);
      v128.store32_lane(at + 4 * COLUMNS, two, 1);
      at += 8 * COLUMNS;
    }
    from += stride;
  }
}

/** Values as pairs of whole numbers, of one row and of the next: eight of the first two rows, of the next two, and so on. */
function storeValues(from: usize, stride: usize, to: usize, size: i32, count: i32, by: f32): void {
  const scale = f32x4.splat(by);
  const rows = <usize>padded(count) >> 1;
  for (let row = 0; row < padded(count); row += 2) {
    for (let column = 0; column < size; column += 4) {
      const at = (<usize>column) << 2;
      const first = row < count ? whole(from + at, scale) : i32x4.splat(0);
      const second = row + 1 < count ? whole(from + stride + at, scale) : i32x4.splat(0);
      const both = i16x8.narrow_i32x4_s(first, second);
      const pairs = v128.shuffle<i16>(both, both, 0, 4, 1, 5, 2, 6, 3, 7);
      const block = <usize>(column / COLUMNS) * rows + (<usize>row >> 1);
      v128.store(to + (block * COLUMNS + (column % COLUMNS)) * 4, pairs);
    }
    from += 2 * stride;
  }
}

/** Four rows of pairs times eight columns of them. */
function tile(
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
function weightsOf(scores: usize, to: usize, count: i32): i32 {
  const all = padded(count);
  for (let at = count; at < all; at += 1) store<f32>(scores + ((<usize>at) << 2), NOTHING);
  const end = scores + ((<usize>all) << 2);
  let mosts = v128.load(scores);
  for (let at = scores; at < end; at += 16) mosts = f32x4.pmax(mosts, v128.load(at));
  const most = f32x4.splat(
    max(
      max(f32x4.extract_lane(mosts, 0), f32x4.extract_lane(mosts, 1)),
      max(f32x4.extract_lane(mosts, 2), f32x4.extract_lane(mosts, 3)),
    ),
  );
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
  return (
    i32x4.extract_lane(totals, 0) +
    i32x4.extract_lane(totals, 1) +
    i32x4.extract_lane(totals, 2) +
    i32x4.extract_lane(totals, 3)
  );
}

/** What whole numbers up to `most` are multiplied by; numbers that are all 0 stay so. */
function scaleTo(most: f32, found: f32): f32 {
  return found > 0 ? most / found : 1;
}

/**
 * What each position takes from all of them, in one head. Queries, keys and values are whole numbers of 13 and 12 bits meanwhile, with one
 * scale for the head: finer than the bytes of the products before and behind.
 *
 * @param query f32, count × heads × size: the head's first number, as of keys, values and `to`
 * @param stride bytes from one position to the next
 * @param scale of the scores
 * @param scratch `attentionRoom` bytes
 * @param size of a head, a multiple of 8
 */
export function attendAll(
  query: usize,
  keys: usize,
  values: usize,
  to: usize,
  stride: usize,
  scale: f32,
  scratch: usize,
  size: i32,
  count: i32,
): void {
  const all = <usize>padded(count);
  const bytes = all * size * 2;
  const asked = scratch;
  const compared = asked + bytes;
  const taken = compared + bytes;
  const weights = taken + bytes;
  const scores = weights + BLOCK * all * 2;
  const byQuery = scaleTo(MOST_ASKED, largest(query, stride, size, count));
  const byKey = scaleTo(MOST_ASKED, largest(keys, stride, size, count));
  const byValue = scaleTo(MOST_VALUE, largest(values, stride, size, count));
  storeQueries(query, stride, asked, size, count, byQuery);
  storeKeys(keys, stride, compared, size, count, byKey);
  storeValues(values, stride, taken, size, count, byValue);
  const unit = f32x4.splat((scale * LOG2_E) / byQuery / byKey);
  const pairs = size >> 1;
  const rowBytes = (<usize>size) << 1;
  for (let block = 0; block < count; block += BLOCK) {
    const end = min(block + BLOCK, count);
    for (let column: usize = 0; column < all; column += COLUMNS) {
      const keysAt = compared + column * <usize>pairs * 4;
      for (let row = block; row < end; row += ROWS) {
        const at = scores + (<usize>(row - block) * all + column) * 4;
        tile(asked + <usize>row * rowBytes, rowBytes, keysAt, pairs, at, all << 2, unit, ROWS);
      }
    }
    for (let row = block; row < end; row += 1) {
      const at = <usize>(row - block) * all;
      const sum = weightsOf(scores + at * 4, weights + at * 2, count);
      // The scores are not needed any more.
      store<f32>(scores + at * 4, 1 / <f32>sum / byValue);
    }
    for (let column = 0; column < size; column += COLUMNS) {
      const valuesAt = taken + <usize>column * all * 2;
      for (let row = block; row < end; row += ROWS) {
        const at = <usize>(row - block) * all;
        let shares = v128.load32_zero(scores + at * 4);
        shares = v128.load32_lane(scores + (at + all) * 4, shares, 1);
        shares = v128.load32_lane(scores + (at + 2 * all) * 4, shares, 2);
        shares = v128.load32_lane(scores + (at + 3 * all) * 4, shares, 3);
        tile(
          weights + at * 2,
          all << 1,
          valuesAt,
          <i32>all >> 1,
          to + <usize>row * stride + ((<usize>column) << 2),
          stride,
          shares,
          min(ROWS, count - row),
        );
      }
    }
  }
}
