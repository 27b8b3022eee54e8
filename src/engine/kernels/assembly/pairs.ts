import { mostOf } from './lanes';
import { rounded } from './rounding';

/** Keys that are compared, and numbers of values that are weighed, at once. */
export const COLUMNS: i32 = 8;
/** Largest whole number of queries and keys: the products of 64 of them fit into 31 bits. */
export const MOST_ASKED: f32 = 4095;
/** Largest whole number of values: times weights whose sum is at most 2^19, they do, too. */
export const MOST_VALUE: f32 = 2047;

/** Filled up to whole columns. */
export function padded(count: i32): i32 {
  return (count + COLUMNS - 1) & ~(COLUMNS - 1);
}

/** What whole numbers up to `most` are multiplied by; numbers that are all 0 remain so. */
export function scaleTo(most: f32, found: f32): f32 {
  return found > 0 ? most / found : 1;
}

/** The largest of the numbers, without its sign. */
export function largest(from: usize, stride: usize, size: i32, count: i32): f32 {
  let most = f32x4.splat(0);
  for (let row = 0; row < count; row += 1) {
    for (let at: usize = 0; at < (<usize>size) << 2; at += 16)
      most = f32x4.pmax(most, f32x4.abs(v128.load(from + at)));
    from += stride;
  }
  return mostOf(most);
}

/** Four numbers as whole ones. */
export function whole(from: usize, by: v128): v128 {
  return rounded(f32x4.mul(v128.load(from), by));
}

/** Queries as whole numbers, one after the other; those behind the last one are 0. */
export function storeQueries(from: usize, stride: usize, to: usize, size: i32, count: i32, by: f32): void {
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
export function storeKeys(from: usize, stride: usize, to: usize, size: i32, count: i32, by: f32): void {
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
export function storeValues(from: usize, stride: usize, to: usize, size: i32, count: i32, by: f32): void {
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
