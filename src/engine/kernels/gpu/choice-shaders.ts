import { type GpuShape, NONE } from './gpu-shape.ts';
import { LANES, ROWS } from './step-shaders.ts';

/** Groups of threads that share the scores of a lane. */
export const SHARES = 32;
const THREADS = 128;
/** Words of a choice: text, total, number of candidates, whether it was made; then a token and its score for each candidate. */
export const HEAD_WORDS = 4;
export const CANDIDATE_WORDS = 2;
/** Most candidates of a row: one more than the hypotheses of `careful`. */
export const MOST_CANDIDATES = 9;
export const CHOICE_WORDS = HEAD_WORDS + CANDIDATE_WORDS * MOST_CANDIDATES + 2;

/** What a lane asks for beside being read. */
export const FLAGS = { nothing: 0, choice: 1, goOn: 3 } as const;
const CHOOSES = FLAGS.choice;
const GOES_ON = FLAGS.goOn - FLAGS.choice;

export interface ChoiceTokens {
  /** Text tokens are below. */
  endToken: number;
  firstTimestampToken: number;
}

const GROUPS = 2;
/** Words of a share: log-sums of text, of other marks and of timestamps; candidates that are text or marks, and timestamps. */
export const shareWords = (rounds: number): number => 6 + GROUPS * 2 * rounds;

const TOKENS = ({ endToken, firstTimestampToken }: ChoiceTokens) => `
const END = ${endToken}u;
const TIME = ${firstTimestampToken}u;
const NEVER = -3.0e38;
// A logarithm of a sum as its largest exponent and the sum of the others beside it.
fn joined(a: vec2f, b: vec2f) -> vec2f {
  let most = max(a.x, b.x);
  return vec2f(most, a.y * exp(a.x - most) + b.y * exp(b.x - most));
}
fn isBetter(score: f32, id: u32, than: f32, other: u32) -> bool { return score > than || (score == than && id < other); }`;

const RULES = (words: number) => `
fn isIn(list: u32, id: u32) -> bool { return ((suppressed[list * ${words}u + id / 32u] >> (id % 32u)) & 1u) == 1u; }
// The rules of timestamps for one token: see applyTimestampRules.
fn isAllowed(id: u32, row: Row) -> bool {
  if (isIn(0u, id)) { return false; }
  if (row.count == 0u) { return !isIn(1u, id) && id >= TIME && id <= TIME + row.latestFirst; }
  let lastIsTime = row.last >= TIME;
  let beforeIsTime = row.count < 2u || row.before >= TIME;
  if (id < TIME) { return !(lastIsTime && !beforeIsTime && id < END); }
  if (lastIsTime && beforeIsTime) { return false; }
  let closes = lastIsTime && !beforeIsTime;
  return row.latest == 0u || id >= row.latest + select(1u, 0u, closes);
}`;

/** Joins the log-sums of all threads of a workgroup into those of the first one. */
const joinSums = (threads: number) => `
  for (var half = ${threads / 2}u; half > 0u; half /= 2u) {
    if (place < half) {
      for (var kind = 0u; kind < 3u; kind += 1u) {
        let at = kind * ${threads}u + place;
        logSums[at] = joined(logSums[at], logSums[at + half]);
      }
    }
    workgroupBarrier();
  }
`;

/** Brings the best candidate of all threads of a workgroup to the first one. */
const findBest = (threads: number) => `
    for (var half = ${threads / 2}u; half > 0u; half /= 2u) {
      if (place < half && isBetter(bestScores[place + half], bestTokens[place + half], bestScores[place], bestTokens[place])) {
        bestScores[place] = bestScores[place + half];
        bestTokens[place] = bestTokens[place + half];
      }
      workgroupBarrier();
    }
`;

/** Finds, in a share of a lane's scores, the log-sums and the best candidates. */
export function shareShader({ vocabulary }: GpuShape, tokens: ChoiceTokens, rounds: number): string {
  const share = Math.ceil(vocabulary / SHARES);
  const words = shareWords(rounds);
  return `
${LANES}
${ROWS}
@group(0) @binding(0) var<storage, read> lanes: array<Lane>;
@group(0) @binding(1) var<storage, read> now: array<Now>;
@group(0) @binding(2) var<storage, read> rows: array<Row>;
@group(0) @binding(3) var<storage, read> scores: array<f32>;
@group(0) @binding(4) var<storage, read> suppressed: array<u32>;
@group(0) @binding(5) var<storage, read_write> shares: array<f32>;
var<workgroup> logSums: array<vec2f, ${THREADS * 3}>;
var<workgroup> bestScores: array<f32, ${THREADS}>;
var<workgroup> bestTokens: array<u32, ${THREADS}>;
${TOKENS(tokens)}
${RULES(Math.ceil(vocabulary / 32))}
fn chance(id: u32, row: Row) -> f32 {
  var bits = (id * 747796405u) ^ (row.seed * 2891336453u) ^ (row.count * 277803737u + 97u);
  bits = ((bits >> ((bits >> 28u) + 4u)) ^ bits) * 277803737u;
  bits = (bits ^ (bits >> 22u)) * 2654435769u;
  bits = bits ^ (bits >> 16u);
  return (f32(bits >> 8u) + 0.5) / 16777216.0;
}
// Gumbel noise: the largest score with it is a draw from their softmax.
fn scoreOf(score: f32, id: u32, row: Row) -> f32 {
  if (row.temperature == 0.0) { return score; }
  return score - row.temperature * log(-log(chance(id, row)));
}
@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) place: u32) {
  let lane = group.y;
  let isChosen = now[lane].isRead == 1u && (lanes[lane].flags & ${CHOOSES}u) != 0u;
  let row = rows[select(0u, lanes[lane].row, isChosen)];
  let first = group.x * ${share}u;
  let end = select(first, min(first + ${share}u, ${vocabulary}u), isChosen);
  let base = (lane * ${SHARES}u + group.x) * ${words}u;
  var sums = array<vec2f, 3>(vec2f(NEVER, 0.0), vec2f(NEVER, 0.0), vec2f(NEVER, 0.0));
  for (var id = first + place; id < end; id += ${THREADS}u) {
    if (isAllowed(id, row)) {
      let kind = select(0u, 1u, id >= END) + select(0u, 1u, id >= TIME);
      sums[kind] = joined(sums[kind], vec2f(scores[lane * ${vocabulary}u + id], 1.0));
    }
  }
  for (var kind = 0u; kind < 3u; kind += 1u) { logSums[kind * ${THREADS}u + place] = sums[kind]; }
  workgroupBarrier();
${joinSums(THREADS)}  if (place < 3u) {
    shares[base + 2u * place] = logSums[place * ${THREADS}u].x;
    shares[base + 2u * place + 1u] = logSums[place * ${THREADS}u].y;
  }
  for (var kind = 0u; kind < ${GROUPS}u; kind += 1u) {
    let begin = select(first, max(first, TIME), kind == 1u);
    let stop = select(min(end, TIME), end, kind == 1u);
    var lastScore = 3.0e38;
    var lastToken = 0u;
    for (var round = 0u; round < ${rounds}u; round += 1u) {
      var best = NEVER;
      var token = ${NONE}u;
      for (var id = begin + place; id < stop; id += ${THREADS}u) {
        if (isAllowed(id, row)) {
          let score = scoreOf(scores[lane * ${vocabulary}u + id], id, row);
          let isLeft = round == 0u || score < lastScore || (score == lastScore && id > lastToken);
          if (isLeft && score > best) { best = score; token = id; }
        }
      }
      bestScores[place] = best;
      bestTokens[place] = token;
      workgroupBarrier();
${findBest(THREADS)}      lastScore = bestScores[0];
      lastToken = bestTokens[0];
      if (place == 0u) {
        shares[base + 6u + 2u * (kind * ${rounds}u + round)] = lastScore;
        shares[base + 7u + 2u * (kind * ${rounds}u + round)] = bitcast<f32>(lastToken);
      }
      workgroupBarrier();
    }
  }
}`;
}

/** Joins the shares of each lane: the choice, and where its text goes on by itself, what is read next. */
export function choiceShader(shape: GpuShape, tokens: ChoiceTokens, rounds: number): string {
  const { vocabulary, textPositions } = shape;
  const words = shareWords(rounds);
  return `
${LANES}
${ROWS}
@group(0) @binding(0) var<storage, read> lanes: array<Lane>;
@group(0) @binding(1) var<storage, read> now: array<Now>;
@group(0) @binding(2) var<storage, read_write> rows: array<Row>;
@group(0) @binding(3) var<storage, read> scores: array<f32>;
@group(0) @binding(4) var<storage, read> shares: array<u32>;
@group(0) @binding(5) var<storage, read_write> choices: array<u32>;
var<workgroup> logSums: array<vec2f, ${SHARES * 3}>;
var<workgroup> bestScores: array<f32, ${SHARES}>;
var<workgroup> bestTokens: array<u32, ${SHARES}>;
${TOKENS(tokens)}
fn logOf(sum: vec2f) -> f32 { return select(NEVER, sum.x + log(sum.y), sum.y > 0.0); }
@compute @workgroup_size(${SHARES})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) place: u32) {
  let lane = group.x;
  let flags = lanes[lane].flags;
  let isChosen = now[lane].isRead == 1u && (flags & ${CHOOSES}u) != 0u;
  let base = (lane * ${SHARES}u + place) * ${words}u;
  for (var kind = 0u; kind < 3u; kind += 1u) {
    logSums[kind * ${SHARES}u + place] = vec2f(bitcast<f32>(shares[base + 2u * kind]), bitcast<f32>(shares[base + 2u * kind + 1u]));
  }
  workgroupBarrier();
${joinSums(SHARES)}  // Without chance, what timestamps are likelier than together is the likeliest text token.
  let text = max(logSums[0].x, logSums[${SHARES}].x);
  let isTime = logOf(logSums[${2 * SHARES}]) > text;
  var heads = array<u32, 2>(0u, 0u);
  workgroupBarrier();
  for (var round = 0u; round < ${rounds}u; round += 1u) {
    var best = NEVER;
    var token = ${NONE}u;
    var origin = 0u;
    for (var kind = select(0u, 1u, isTime); kind < ${GROUPS}u; kind += 1u) {
      if (heads[kind] < ${rounds}u) {
        let at = base + 6u + 2u * (kind * ${rounds}u + heads[kind]);
        let score = bitcast<f32>(shares[at]);
        if (score > best) { best = score; token = shares[at + 1u]; origin = kind; }
      }
    }
    bestScores[place] = best;
    bestTokens[place] = token;
    workgroupBarrier();
${findBest(SHARES)}    let chosen = bestTokens[0];
    if (chosen != ${NONE}u && token == chosen) { heads[origin] += 1u; }
    if (place == 0u) {
      let at = lane * ${CHOICE_WORDS}u + ${HEAD_WORDS}u + round * ${CANDIDATE_WORDS}u;
      choices[at] = chosen;
      choices[at + 1u] = bitcast<u32>(scores[lane * ${vocabulary}u + min(chosen, ${vocabulary - 1}u)]);
      if (round == 0u && isChosen && (flags & ${GOES_ON}u) != 0u) { goOn(lanes[lane].row, now[lane].position, chosen); }
    }
    workgroupBarrier();
  }
  if (place == 0u) {
    let own = select(logSums[0], vec2f(NEVER, 0.0), isTime);
    let marks = select(logSums[${SHARES}], vec2f(NEVER, 0.0), isTime);
    let at = lane * ${CHOICE_WORDS}u;
    choices[at] = bitcast<u32>(logOf(own));
    choices[at + 1u] = bitcast<u32>(logOf(joined(joined(own, marks), logSums[${2 * SHARES}])));
    choices[at + 2u] = ${rounds}u;
    choices[at + 3u] = u32(isChosen);
  }
}
fn goOn(index: u32, position: u32, token: u32) {
  var row = rows[index];
  row.hasEnded = u32(token == END || token == ${NONE}u || position + 1u >= ${textPositions}u || row.count + 1u >= row.longest);
  row.token = token;
  row.position = position + 1u;
  row.before = row.last;
  row.last = token;
  row.count += 1u;
  if (token >= TIME && token != ${NONE}u) { row.latest = token; }
  rows[index] = row;
}`;
}
