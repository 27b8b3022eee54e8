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
import { ROWS, tile, weightsOf } from './tiles';

/** Queries that are worked on together: keys and values come from slower memory once for all of them. */
const BLOCK: i32 = 16;

/** Bytes that `attendAll` needs beside its results. */
export function attentionRoom(size: i32, count: i32): i32 {
  const all = padded(count);
  return (3 * all * size + BLOCK * all) * 2 + BLOCK * all * 4;
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
  const unit = f32x4.splat((scale * Mathf.LOG2E) / byQuery / byKey);
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
