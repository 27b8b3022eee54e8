/** Threads of a group. */
const THREADS = 256;
/** Vectors of four numbers of each row that a group has in its own memory at a time. */
const chunkOf = (rows: number) => (rows > 8 ? 32 : 64);
/** Products of few columns have small groups of columns: more groups work at a time. */
const FEW_COLUMNS = 4096;

export interface ProductOptions {
  /** Rows that are multiplied together, a power of two of at most 16: each weight is read once for all of them. */
  rows: number;
  /** Numbers of a row. */
  numbers: number;
  /** Filled up to a multiple of 32. */
  columns: number;
  /** Added to the variance before each row is normalised; null if it is not. */
  epsilon: number | null;
  /** Extensions of the language. */
  enables?: string;
  /** Bindings from 4 on, and further functions. */
  declarations: string;
  /** Statements that store `value` of `row` and `column`. */
  store: string;
}

export const tileOf = (columns: number): number => (columns < FEW_COLUMNS ? 16 : 32);

/** Multiplies rows with bytes that have a scale, a zero and a bias for each column: `(bytes − zero) × scale + bias`. */
export function productShader({
  rows,
  numbers,
  columns,
  epsilon,
  enables = '',
  declarations,
  store,
}: ProductOptions): string {
  const chunk = chunkOf(rows);
  const tile = tileOf(columns);
  const each = (text: (row: number) => string) =>
    Array.from({ length: rows }, (_, row) => text(row)).join('\n');
  return `${enables}
@group(0) @binding(0) var<storage, read> given: array<vec4f>;
@group(0) @binding(1) var<storage, read> weights: array<u32>;
@group(0) @binding(2) var<storage, read> factors: array<vec4f>;
${epsilon === null ? '' : '@group(0) @binding(3) var<storage, read> norm: array<vec4f>;'}
${declarations}
const VECTORS = ${numbers / 4}u;
const COLUMNS = ${columns}u;
const ROWS = ${rows}u;
const CHUNK = ${chunk}u;
const TILE = ${tile}u;
const SLICES = ${THREADS / tile}u;
const SHARE = ${THREADS / rows}u;
var<workgroup> part: array<vec4f, ${rows * chunk}>;
var<workgroup> sums: array<f32, ${THREADS}>;
var<workgroup> means: array<f32, ${rows}>;
var<workgroup> deviations: array<f32, ${rows}>;

fn summed(place: u32, value: f32) {
  sums[place] = value;
  workgroupBarrier();
  for (var half = SHARE / 2u; half > 0u; half /= 2u) {
    if (place % SHARE < half) { sums[place] += sums[place + half]; }
    workgroupBarrier();
  }
}

fn finish(row: u32, sum: f32, place: u32, column: u32) {
  sums[place] = sum;
  workgroupBarrier();
  if (place < TILE) {
    var total = 0.0;
    for (var slice = 0u; slice < SLICES; slice += 1u) { total += sums[slice * TILE + place]; }
    let factor = factors[column];
    let value = total * factor.x + factor.z;
    ${store}
  }
  workgroupBarrier();
}

@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) place: u32) {
  let column = group.x * TILE + place % TILE;
  let slice = place / TILE;
  let first = group.y * ROWS;
  let zero = factors[column].y;
  ${epsilon === null ? '' : statistics(epsilon)}
  ${each((row) => `var sum${row} = 0.0;`)}
  for (var chunk = 0u; chunk < VECTORS; chunk += CHUNK) {
    for (var at = place; at < ROWS * CHUNK; at += ${THREADS}u) {
      let vector = chunk + at % CHUNK;
      let row = at / CHUNK;
      var value = vec4f();
      if (vector < VECTORS) {
        value = given[(first + row) * VECTORS + vector];
        ${epsilon === null ? '' : 'value = (value - means[row]) * deviations[row] * norm[vector] + norm[VECTORS + vector];'}
      }
      part[at] = value;
    }
    workgroupBarrier();
    let end = min(CHUNK, VECTORS - chunk);
    for (var at = slice; at < end; at += SLICES) {
      let bytes = weights[(chunk + at) * COLUMNS + column];
      let weight = vec4f(vec4u(bytes, bytes >> 8u, bytes >> 16u, bytes >> 24u) & vec4u(255u)) - zero;
      ${each((row) => `sum${row} += dot(part[${row * chunk}u + at], weight);`)}
    }
    workgroupBarrier();
  }
  ${each((row) => `finish(first + ${row}u, sum${row}, place, column);`)}
}`;
}

/** Mean and deviation of each row, by as many threads each. */
const statistics = (epsilon: number) => `
  let own = place / SHARE;
  var sum = vec4f();
  for (var at = place % SHARE; at < VECTORS; at += SHARE) { sum += given[(first + own) * VECTORS + at]; }
  summed(place, dot(sum, vec4f(1.0)));
  if (place % SHARE == 0u) { means[own] = sums[place] / f32(VECTORS * 4u); }
  workgroupBarrier();
  var squares = vec4f();
  for (var at = place % SHARE; at < VECTORS; at += SHARE) {
    let difference = given[(first + own) * VECTORS + at] - means[own];
    squares += difference * difference;
  }
  summed(place, dot(squares, vec4f(1.0)));
  if (place % SHARE == 0u) { deviations[own] = inverseSqrt(sums[place] / f32(VECTORS * 4u) + ${epsilon}); }
  workgroupBarrier();`;
