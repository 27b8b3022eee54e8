import { ATTENTION_THREADS, type GpuShape, NONE } from './gpu-shape.ts';
import { byHalves, bySubgroups } from './reductions.ts';

/** What a row of a batch reads, and where it is. */
export const LANES = `
struct Lane { row: u32, token: u32, position: u32, flags: u32 }
struct Now { row: u32, position: u32, window: u32, isRead: u32 }`;

/** A text that goes on by itself. */
export const ROWS = `
struct Row {
  token: u32, position: u32, window: u32, hasEnded: u32,
  count: u32, last: u32, before: u32, latest: u32,
  latestFirst: u32, seed: u32, longest: u32, temperature: f32,
}`;
export const ROW_WORDS = 12;

/** Where a number of a head's keys is, of which four are together for each position, and where one of its values is. */
const CACHE = ({ heads, size }: GpuShape) => `
fn keyAt(text: u32, head: u32, nth: u32, position: u32, positions: u32) -> u32 {
  return (((text * ${heads}u + head) * ${size / 4}u + nth / 4u) * positions + position) * 4u + nth % 4u;
}
fn valueAt(text: u32, head: u32, nth: u32, position: u32, positions: u32) -> u32 {
  return ((text * ${heads}u + head) * positions + position) * ${size}u + nth;
}`;

/** Puts the token and its position of each lane into the first layer. */
export const readShader = ({ width, textPositions }: GpuShape, columns: number) => `
${LANES}
${ROWS}
@group(0) @binding(0) var<storage, read> lanes: array<Lane>;
@group(0) @binding(1) var<storage, read> rows: array<Row>;
@group(0) @binding(2) var<storage, read> weights: array<u32>;
@group(0) @binding(3) var<storage, read> factors: array<vec4f>;
@group(0) @binding(4) var<storage, read> places: array<f32>;
@group(0) @binding(5) var<storage, read_write> now: array<Now>;
@group(0) @binding(6) var<storage, read_write> hidden: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) place: u32) {
  let lane = lanes[group.x];
  let isUsed = lane.row != ${NONE}u;
  let row = rows[select(0u, lane.row, isUsed)];
  let isGiven = lane.token != ${NONE}u;
  let token = select(row.token, lane.token, isGiven);
  let position = select(row.position, lane.position, isGiven);
  let isRead = isUsed && (isGiven || row.hasEnded == 0u) && position < ${textPositions}u;
  if (place == 0u) { now[group.x] = Now(lane.row, position, row.window, u32(isRead)); }
  let factor = factors[token];
  for (var at = place; at < ${width}u; at += 64u) {
    let bytes = weights[(at / 4u) * ${columns}u + token];
    let byte = f32((bytes >> (8u * (at % 4u))) & 255u);
    hidden[group.x * ${width}u + at] = select(0.0, (byte - factor.y) * factor.x + places[position * ${width}u + at], isRead);
  }
}`;

/** Query, keys and values of a token: the latter two go behind those of its text. */
export const appended = (shape: GpuShape) => ({
  declarations: `
${LANES}
@group(0) @binding(4) var<storage, read_write> query: array<f32>;
@group(0) @binding(5) var<storage, read_write> keys: array<f32>;
@group(0) @binding(6) var<storage, read_write> values: array<f32>;
@group(0) @binding(7) var<storage, read> now: array<Now>;
${CACHE(shape)}`,
  store: `
    let lane = now[row];
    let nth = column % ${shape.width}u;
    let head = nth / ${shape.size}u;
    let at = nth % ${shape.size}u;
    if (column < ${shape.width}u) { query[row * ${shape.width}u + column] = value; }
    else if (lane.isRead == 1u) {
      if (column < ${2 * shape.width}u) { keys[keyAt(lane.row, head, at, lane.position, ${shape.textPositions}u)] = value; }
      else { values[valueAt(lane.row, head, at, lane.position, ${shape.textPositions}u)] = value; }
    }`,
});

/** Of the keys and values of a window. */
const numberOf = ({ halves }: GpuShape): 'f16' | 'f32' => (halves ? 'f16' : 'f32');

/** Keys and values of a window, of which each row is a position. */
export const heard = (shape: GpuShape) => ({
  enables: shape.halves ? 'enable f16;' : '',
  declarations: `
struct Window { window: u32, positions: u32 }
@group(0) @binding(4) var<storage, read_write> keys: array<${numberOf(shape)}>;
@group(0) @binding(5) var<storage, read_write> values: array<${numberOf(shape)}>;
@group(0) @binding(6) var<uniform> heard: Window;
${CACHE(shape)}`,
  store: `
    let nth = column % ${shape.width}u;
    let head = nth / ${shape.size}u;
    let at = nth % ${shape.size}u;
    if (row < heard.positions) {
      if (column < ${shape.width}u) { keys[keyAt(heard.window, head, at, row, ${shape.audioPositions}u)] = ${numberOf(shape)}(value); }
      else if (column < ${2 * shape.width}u) { values[valueAt(heard.window, head, at, row, ${shape.audioPositions}u)] = ${numberOf(shape)}(value); }
    }`,
});

/** A product that is only stored, or added to what is there. */
export const stored = (columns: number, how: '=' | '+=') => ({
  declarations: '@group(0) @binding(4) var<storage, read_write> result: array<f32>;',
  store: `if (column < ${columns}u) { result[row * ${columns}u + column] ${how} value; }`,
});

/** A product behind a Gaussian error linear unit; the error function is Abramowitz and Stegun's 7.1.26, exact to 1.5 · 10⁻⁷. */
export const curved = (columns: number) => ({
  declarations: `
@group(0) @binding(4) var<storage, read_write> result: array<f32>;
fn curve(value: f32) -> f32 {
  let x = abs(value) * 0.7071067811865476;
  let t = 1.0 / (1.0 + 0.3275911 * x);
  let rest = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * exp(-x * x);
  return 0.5 * value * (1.0 + sign(value) * (1.0 - rest));
}`,
  store: `result[row * ${columns}u + column] = curve(value);`,
});

/** Attention of each head of each lane to the tokens of its text, or to its window, of which the rows of aligning heads are kept. */
export function attentionShader(shape: GpuShape, to: 'text' | 'audio'): string {
  const { heads, size, textPositions, audioPositions } = shape;
  const vectors = size / 4;
  const most = to === 'text' ? textPositions : audioPositions;
  const threads = ATTENTION_THREADS;
  const number = to === 'audio' ? numberOf(shape) : 'f32';
  const { inputs, joined } = shape.subgroups ? bySubgroups : byHalves(threads);
  return `
${number === 'f16' ? 'enable f16;' : ''}
${shape.subgroups ? 'enable subgroups;' : ''}
${LANES}
@group(0) @binding(0) var<storage, read> query: array<vec4f>;
@group(0) @binding(1) var<storage, read> keys: array<vec4<${number}>>;
@group(0) @binding(2) var<storage, read> values: array<vec4<${number}>>;
@group(0) @binding(3) var<storage, read> now: array<Now>;
@group(0) @binding(4) var<storage, read_write> context: array<vec4f>;
@group(0) @binding(5) var<storage, read> ${to === 'text' ? 'ancestors' : 'lengths'}: array<u32>;
${
  to === 'text'
    ? ''
    : `@group(0) @binding(6) var<storage, read> aligned: array<u32>;
@group(0) @binding(7) var<storage, read_write> kept: array<u32>;`
}
var<workgroup> scores: array<f32, ${most}>;
var<workgroup> asked: array<vec4f, ${vectors}>;
var<workgroup> sums: array<f32, ${threads}>;
var<workgroup> parts: array<vec4f, ${threads}>;
@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) place: u32${inputs}) {
  let head = group.x;
  let lane = now[group.y];
  let isRead = lane.isRead == 1u;
  let length = select(0u, ${to === 'text' ? 'lane.position + 1u' : 'lengths[lane.window]'}, isRead);
  let base = select(0u, lane.row, isRead) * ${textPositions}u;
  if (place < ${vectors}u) { asked[place] = query[(group.y * ${heads}u + head) * ${vectors}u + place]; }
  workgroupBarrier();
  var most = -3.0e38;
  for (var at = place; at < length; at += ${threads}u) {
    let text = ${to === 'text' ? 'ancestors[base + at]' : 'lane.window'};
    var sum = vec4f();
    for (var nth = 0u; nth < ${vectors}u; nth += 1u) {
      sum += asked[nth] * vec4f(keys[((text * ${heads}u + head) * ${vectors}u + nth) * ${most}u + at]);
    }
    let score = dot(sum, vec4f(1.0));
    scores[at] = score;
    most = max(most, score);
  }${joined('most', 'max')}
  var sum = 0.0;
  for (var at = place; at < length; at += ${threads}u) {
    let weight = exp(scores[at] - most);
    scores[at] = weight;
    sum += weight;
  }${joined('sum', '+')}
  let scale = select(0.0, 1.0 / sum, isRead);
  let vector = place % ${vectors}u;
  var taken = vec4f();
  for (var at = place / ${vectors}u; at < length; at += ${threads / vectors}u) {
    let text = ${to === 'text' ? 'ancestors[base + at]' : 'lane.window'};
    taken += scores[at] * vec4f(values[((text * ${heads}u + head) * ${most}u + at) * ${vectors}u + vector]);
  }
  parts[place] = taken;
  workgroupBarrier();
  if (place < ${vectors}u) {
    var total = vec4f();
    for (var at = place; at < ${threads}u; at += ${vectors}u) { total += parts[at]; }
    context[(group.y * ${heads}u + head) * ${vectors}u + place] = total * scale;
  }
  ${to === 'text' ? '' : keptRows(shape)}
}`;
}

/** Half floats, two in a word: the rows are read once, when the text has ended. */
const keptRows = ({ audioPositions, aligned }: GpuShape) => `
  let index = aligned[head];
  if (isRead && index != ${NONE}u) {
    let start = ((base + lane.position) * ${aligned}u + index) * ${audioPositions / 2}u;
    for (var at = place; at < ${audioPositions / 2}u; at += ${ATTENTION_THREADS}u) {
      let pair = vec2f(select(0.0, scores[2u * at], 2u * at < length), select(0.0, scores[2u * at + 1u], 2u * at + 1u < length));
      kept[start + at] = pack2x16float(pair * scale);
    }
  }
`;
