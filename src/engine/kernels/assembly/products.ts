import { addedWhole, mostOf } from './lanes';

/** Columns of a weight matrix that are stored and computed together. */
const COLUMNS: i32 = 4;
/** Rows of a column that are multiplied at once. */
const STEP: i32 = 16;

/**
 * Numbers as whole ones from −255 to 255 with one scale, as ONNX's DynamicQuantizeLinear makes them, less its zero point.
 *
 * @param from f32 × count; count is a multiple of 4
 * @param to i16 × count
 * @returns the scale
 */
export function quantise(from: usize, to: usize, count: i32): f32 {
  let low = f32x4.splat(0);
  let high = f32x4.splat(0);
  const end = from + ((<usize>count) << 2);
  for (let at = from; at < end; at += 16) {
    const values = v128.load(at);
    low = f32x4.pmin(low, values);
    high = f32x4.pmax(high, values);
  }
  const least = -mostOf(f32x4.neg(low));
  const most = mostOf(high);
  const scale: f32 = most > least ? (most - least) / 255 : 1;
  const zero = min<f32>(max<f32>(nearest<f32>(-least / scale), 0), 255);
  const scales = f32x4.splat(scale);
  const lower = f32x4.splat(-zero);
  const upper = f32x4.splat(255 - zero);
  for (let at = from; at < end; at += 16) {
    const whole = f32x4.nearest(f32x4.div(v128.load(at), scales));
    const kept = i32x4.trunc_sat_f32x4_s(f32x4.pmin(f32x4.pmax(whole, lower), upper));
    v128.store64_lane(to, i16x8.narrow_i32x4_s(kept, kept), 0);
    to += 8;
  }
  return scale;
}

/**
 * Stores a matrix of bytes in the order in which `product` reads it: four columns together, sixteen rows of each in turn.
 *
 * @param from columns × rows bytes; rows is a multiple of 16
 * @param to rows × columns bytes; columns are filled up to a multiple of 4
 * @param flip 0x80 for unsigned bytes, which become signed ones that are 128 less; otherwise 0
 */
export function packColumns(from: usize, to: usize, rows: i32, columns: i32, flip: i32): void {
  const flips = i8x16.splat(<i8>flip);
  for (let column = 0; column < columns; column += COLUMNS) {
    const present = min(COLUMNS, columns - column);
    for (let row = 0; row < rows; row += STEP) {
      for (let at = 0; at < COLUMNS; at += 1) {
        const bytes = at < present ? v128.load(from + <usize>(column + at) * rows + row) : flips;
        v128.store(to, v128.xor(bytes, flips));
        to += STEP;
      }
    }
  }
}

/**
 * The same of a matrix that is stored by rows.
 *
 * @param from rows × columns bytes
 */
export function packRows(from: usize, to: usize, rows: i32, columns: i32, flip: i32): void {
  const flips = i8x16.splat(<i8>flip);
  const whole = columns & ~(COLUMNS - 1);
  for (let column = 0; column < whole; column += COLUMNS) {
    for (let row = 0; row < rows; row += STEP) {
      const at = from + <usize>row * columns + column;
      const a = fourRows(at, columns);
      const b = fourRows(at + 4 * columns, columns);
      const c = fourRows(at + 8 * columns, columns);
      const d = fourRows(at + 12 * columns, columns);
      const firstAb = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
      const firstCd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
      const lastAb = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
      const lastCd = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
      v128.store(to, v128.xor(v128.shuffle<i64>(firstAb, firstCd, 0, 2), flips));
      v128.store(to, v128.xor(v128.shuffle<i64>(firstAb, firstCd, 1, 3), flips), 16);
      v128.store(to, v128.xor(v128.shuffle<i64>(lastAb, lastCd, 0, 2), flips), 32);
      v128.store(to, v128.xor(v128.shuffle<i64>(lastAb, lastCd, 1, 3), flips), 48);
      to += COLUMNS * STEP;
    }
  }
  if (whole === columns) return;
  for (let row = 0; row < rows; row += STEP) {
    for (let at = 0; at < COLUMNS; at += 1) {
      for (let deep = 0; deep < STEP; deep += 1) {
        const isPresent = whole + at < columns;
        const byte = isPresent ? load<u8>(from + <usize>(row + deep) * columns + whole + at) ^ <u8>flip : 0;
        store<u8>(to, byte);
        to += 1;
      }
    }
  }
}

/** Four columns of four rows, by column. */
function fourRows(from: usize, columns: i32): v128 {
  let bytes = v128.load32_zero(from);
  bytes = v128.load32_lane(from + columns, bytes, 1);
  bytes = v128.load32_lane(from + 2 * columns, bytes, 2);
  bytes = v128.load32_lane(from + 3 * columns, bytes, 3);
  return v128.shuffle<i8>(bytes, bytes, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}

/** The four lanes of each added up, as one vector. */
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 2, 6), v128.shuffle<i32>(a, b, 1, 5, 3, 7));
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 2, 6), v128.shuffle<i32>(c, d, 1, 5, 3, 7));
  return i32x4.add(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
}

function total(values: usize, rows: i32): i32 {
  let all = i32x4.splat(0);
  const ones = i16x8.splat(1);
  for (let at = 0; at < rows; at += 8) {
    all = i32x4.add(all, i32x4.dot_i16x8_s(v128.load(values + ((<usize>at) << 1)), ones));
  }
  return addedWhole(all);
}

function finished(dots: v128, zeros: usize, sum: v128, scales: v128, bias: usize): v128 {
  const whole = zeros ? i32x4.sub(dots, i32x4.mul(v128.load(zeros), sum)) : dots;
  const scaled = f32x4.mul(f32x4.convert_i32x4_s(whole), scales);
  return bias ? f32x4.add(scaled, v128.load(bias)) : scaled;
}

/**
 * One row of whole numbers times a packed matrix.
 *
 * @param values i16 × rows, from `quantise`
 * @param scale of the values
 * @param weights as `packRows` or `packColumns` stored them; rows is a multiple of 16
 * @param scales f32 for each column
 * @param zeros i32 for each column, the byte that means zero; 0 if all are 0
 * @param bias f32 for each column; 0 for none
 * @param to f32 for each column, filled up to a multiple of 4 as all of these are
 */
export function product(
  values: usize,
  scale: f32,
  weights: usize,
  scales: usize,
  zeros: usize,
  bias: usize,
  to: usize,
  rows: i32,
  columns: i32,
): void {
  const sum = i32x4.splat(zeros ? total(values, rows) : 0);
  const end = values + ((<usize>rows) << 1);
  for (let column = 0; column < columns; column += COLUMNS) {
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    for (let at = values; at < end; at += 32) {
      const low = v128.load(at);
      const high = v128.load(at, 16);
      const wa = v128.load(weights);
      a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(wa), low));
      a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(wa), high));
      const wb = v128.load(weights, 16);
      b = i32x4.add(b, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(wb), low));
      b = i32x4.add(b, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(wb), high));
      const wc = v128.load(weights, 32);
      c = i32x4.add(c, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(wc), low));
      c = i32x4.add(c, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(wc), high));
      const wd = v128.load(weights, 48);
      d = i32x4.add(d, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(wd), low));
      d = i32x4.add(d, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(wd), high));
      weights += 64;
    }
    const offset = (<usize>column) << 2;
    const scaled = f32x4.mul(f32x4.splat(scale), v128.load(scales + offset));
    const dots = sums(a, b, c, d);
    v128.store(
      to + offset,
      finished(dots, zeros ? zeros + offset : 0, sum, scaled, bias ? bias + offset : 0),
    );
  }
}
