import {
  COLUMNS,
  largest,
  MOST_ASKED,
  MOST_VALUE,
  padded,
  scaleTo,
  storeKeys,
  storeQueries,
  storeValues,
} from './pairs';
import { ROWS, rowTile, tile, weightsOf } from './tiles';

/** Bytes of a head: its keys, its values, and the scale of each. */
function headBytes(size: i32, count: i32): usize {
  return <usize>padded(count) * size * 4 + 16;
}

/** Bytes of what `storeAudio` stores. */
export function audioRoom(heads: i32, size: i32, count: i32): usize {
  return <usize>heads * headBytes(size, count);
}

/**
 * Stores keys and values as whole numbers of 13 and 12 bits, in the order in which `attendToAudio` reads them.
 *
 * @param keys f32, heads × count × size
 * @param values as the keys
 * @param to `audioRoom` bytes
 * @param size of a head, a multiple of 8
 */
export function storeAudio(keys: usize, values: usize, to: usize, heads: i32, size: i32, count: i32): void {
  const stride = (<usize>size) << 2;
  const half = <usize>padded(count) * size * 2;
  for (let head = 0; head < heads; head += 1) {
    const byKey = scaleTo(MOST_ASKED, largest(keys, stride, size, count));
    const byValue = scaleTo(MOST_VALUE, largest(values, stride, size, count));
    storeKeys(keys, stride, to, size, count, byKey);
    storeValues(values, stride, to + half, size, count, byValue);
    store<f32>(to + 2 * half, byKey);
    store<f32>(to + 2 * half, byValue, 4);
    keys += stride * count;
    values += stride * count;
    to += headBytes(size, count);
  }
}

/** Bytes of up to four queries, with room after the last for as many values as are stored at once. */
function queryBytes(size: i32): usize {
  return (<usize>(ROWS + COLUMNS) * size) << 1;
}

/** Bytes that `attendToAudio` needs beside its results. */
export function audioScratch(size: i32, count: i32): usize {
  return queryBytes(size) + <usize>padded(count) * ROWS * 6;
}

/**
 * What up to four tokens take from the audio, in each head.
 *
 * @param query f32, rows × heads × size, scaled
 * @param audio from `storeAudio`
 * @param wanted a bit for each head of which the weights are to be stored
 * @param weights receives f32, rows × heads × count, of the wanted heads
 * @param to receives f32, rows × heads × size
 * @param scratch `audioScratch` bytes
 */
export function attendToAudio(
  query: usize,
  audio: usize,
  wanted: i32,
  weights: usize,
  to: usize,
  scratch: usize,
  rows: i32,
  heads: i32,
  size: i32,
  count: i32,
): void {
  const all = <usize>padded(count);
  const width = (<usize>heads * size) << 2;
  const rowBytes = (<usize>size) << 1;
  const half = all * rowBytes;
  const scores = scratch + queryBytes(size);
  const shares = scores + all * ROWS * 4;
  const pairs = size >> 1;
  for (let head = 0; head < heads; head += 1) {
    const byKey = load<f32>(audio + 2 * half);
    const byValue = load<f32>(audio + 2 * half, 4);
    let units = f32x4.splat(0);
    for (let row = 0; row < rows; row += 1) {
      const from = query + <usize>row * width;
      const byQuery = scaleTo(MOST_ASKED, largest(from, width, size, 1));
      storeQueries(from, width, scratch + <usize>row * rowBytes, size, 1, byQuery);
      units = withLane(units, row, Mathf.LOG2E / byQuery / byKey);
    }
    for (let column: usize = 0; column < all; column += COLUMNS) {
      multiply(
        scratch,
        rowBytes,
        audio + column * rowBytes,
        pairs,
        scores + column * 4,
        all * 4,
        units,
        rows,
      );
    }
    let each = f32x4.splat(0);
    for (let row = 0; row < rows; row += 1) {
      const at = scores + <usize>row * all * 4;
      const share: f32 = 1 / <f32>weightsOf(at, shares + <usize>row * all * 2, count) / byValue;
      each = withLane(each, row, share);
      if ((wanted >> head) & 1) storeShares(at, weights + (<usize>row * heads + head) * count * 4, count);
    }
    for (let column: usize = 0; column < <usize>size; column += COLUMNS) {
      const values = audio + half + column * all * 2;
      multiply(shares, all << 1, values, <i32>all >> 1, to + (column << 2), width, each, rows);
    }
    query += (<usize>size) << 2;
    to += (<usize>size) << 2;
    audio += headBytes(size, count);
  }
}

/** A vector with another number in one lane. */
function withLane(vector: v128, lane: i32, value: f32): v128 {
  if (lane === 0) return f32x4.replace_lane(vector, 0, value);
  if (lane === 1) return f32x4.replace_lane(vector, 1, value);
  if (lane === 2) return f32x4.replace_lane(vector, 2, value);
  return f32x4.replace_lane(vector, 3, value);
}

function multiply(
  rows: usize,
  stride: usize,
  columns: usize,
  pairs: i32,
  to: usize,
  toStride: usize,
  scales: v128,
  present: i32,
): void {
  if (present === 1) rowTile(rows, columns, pairs, to, f32x4.extract_lane(scales, 0));
  else tile(rows, stride, columns, pairs, to, toStride, scales, present);
}

/** Numbers divided by their sum. */
function storeShares(from: usize, to: usize, count: i32): void {
  let sum: f32 = 0;
  for (let at = 0; at < count; at += 1) sum += load<f32>(from + ((<usize>at) << 2));
  for (let at = 0; at < count; at += 1)
    store<f32>(to + ((<usize>at) << 2), load<f32>(from + ((<usize>at) << 2)) / sum);
}
