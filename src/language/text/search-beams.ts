import { trailingRepetition } from '../../engine/decoding/repetition.ts';
import { logSumExp } from '../../engine/decoding/token-probabilities.ts';
import type { NextTokens, Seq2SeqModel } from './seq2seq-model.ts';

export interface BeamOptions {
  /** Number of beams; 1 always takes the likeliest token. */
  beams: number;
  maximumTokens: number;
  endToken: number;
  /** Forbidden token sequences. */
  banned: readonly (readonly number[])[];
  /** No sequence of this many tokens is written twice; null for no limit. */
  noRepeat: number | null;
  /** A text's sum of log-probabilities is divided by its length to this power: 0 favours short texts, 1 none. */
  lengthPower: number;
}

/** A finished text without its end token. */
export interface WrittenText {
  tokens: number[];
  /** Mean log-probability of its tokens, the end included. */
  meanLogProbability: number;
  /** Its score; higher is better. */
  score: number;
  /** False if it ran out of room or repeated itself. */
  ended: boolean;
}

interface Beam {
  tokens: number[];
  logProbability: number;
}

/**
 * Beam search: the likeliest texts a decoder can write, best first. Returns at least one; unfinished texts come last.
 */
export async function searchBeams(
  model: Pick<Seq2SeqModel, 'step'>,
  start: NextTokens,
  options: BeamOptions,
): Promise<WrittenText[]> {
  const ended: WrittenText[] = [];
  const abandoned: WrittenText[] = [];
  let live: Beam[] = [{ tokens: [], logProbability: 0 }];
  let { state, logits } = start;
  for (let length = 1; ; length++) {
    const next = continuations(live, logits, options);
    ended.push(
      ...next
        .slice(0, options.beams)
        .filter(isEnd(options))
        .map(write(live, true, options)),
    );
    const open = next.filter((one) => !isEnd(options)(one));
    const going = open.filter((one) => !loops(live, one)).slice(0, options.beams);
    if (going.length === 0) abandoned.push(...open.map(write(live, false, options)));
    live = going.map(({ parent, token, logProbability }) => ({
      tokens: [...(live[parent]?.tokens ?? []), token],
      logProbability,
    }));
    if (live.length === 0 || isSettled(ended, live, options)) break;
    if (length >= options.maximumTokens) {
      abandoned.push(...live.map((beam) => written(beam.tokens, beam.logProbability, false, options)));
      break;
    }
    ({ state, logits } = await model.step(
      state,
      going.map(({ parent }) => parent),
      going.map(({ token }) => token),
    ));
  }
  if (ended.length === 0 && abandoned.length === 0)
    abandoned.push(written([], Number.NEGATIVE_INFINITY, false, options));
  const best = (texts: WrittenText[], count: number) =>
    texts.toSorted((a, b) => b.score - a.score).slice(0, count);
  return [...best(ended, options.beams), ...best(abandoned, 1)];
}

const isEnd =
  ({ endToken }: BeamOptions) =>
  ({ token }: Continuation): boolean =>
    token === endToken;

const loops = (live: readonly Beam[], { parent, token }: Continuation): boolean =>
  trailingRepetition([...(live[parent]?.tokens ?? []), token]) !== null;

/** A continuation as a text, without its end token. */
const write =
  (live: readonly Beam[], ended: boolean, options: BeamOptions) =>
  ({ parent, token, logProbability }: Continuation): WrittenText =>
    written([...(live[parent]?.tokens ?? []), ...(ended ? [] : [token])], logProbability, ended, options);

function written(
  tokens: number[],
  logProbability: number,
  ended: boolean,
  { lengthPower }: BeamOptions,
): WrittenText {
  const length = tokens.length + (ended ? 1 : 0);
  return {
    tokens,
    meanLogProbability: logProbability / Math.max(length, 1),
    score: logProbability / Math.max(length, 1) ** lengthPower,
    ended,
  };
}

/** Whether no unfinished text can still beat the finished ones. */
function isSettled(ended: readonly WrittenText[], live: readonly Beam[], options: BeamOptions): boolean {
  if (ended.length < options.beams) return false;
  if (options.beams === 1) return true;
  const worst = Math.min(
    ...ended
      .map(({ score }) => score)
      .toSorted((a, b) => b - a)
      .slice(0, options.beams),
  );
  return live.every(
    ({ tokens, logProbability }) => logProbability / (tokens.length + 1) ** options.lengthPower <= worst,
  );
}

interface Continuation {
  parent: number;
  token: number;
  /** Log probability of the whole text. */
  logProbability: number;
}

/**
 * The likeliest next tokens over all beams: twice as many as there are beams, so that finished texts leave enough to
 * continue.
 */
function continuations(
  live: readonly Beam[],
  logits: readonly Float32Array[],
  options: BeamOptions,
): Continuation[] {
  const wanted = 2 * options.beams;
  return live
    .flatMap((beam, parent) => {
      const row = logits[parent] ?? new Float32Array(0);
      const total = logSumExp(row);
      for (const token of refused(beam.tokens, options)) row[token] = Number.NEGATIVE_INFINITY;
      return topTokens(row, wanted).map((token) => ({
        parent,
        token,
        logProbability: beam.logProbability + (row[token] ?? Number.NEGATIVE_INFINITY) - total,
      }));
    })
    .filter(({ logProbability }) => Number.isFinite(logProbability))
    .toSorted((a, b) => b.logProbability - a.logProbability)
    .slice(0, wanted);
}

/** Tokens that must not come next. An empty sequence forbids nothing. */
function refused(tokens: readonly number[], { banned, noRepeat, endToken }: BeamOptions): number[] {
  const found = tokens.length === 0 ? [endToken] : [];
  for (const sequence of banned) {
    const last = sequence.at(-1);
    if (last !== undefined && endsWith(tokens, sequence.slice(0, -1))) found.push(last);
  }
  if (noRepeat !== null && tokens.length >= noRepeat) {
    const tail = tokens.slice(tokens.length - noRepeat + 1);
    for (let at = tail.length; at < tokens.length; at++) {
      const before = tokens.slice(at - tail.length, at);
      const token = tokens[at];
      if (token !== undefined && endsWith(before, tail)) found.push(token);
    }
  }
  return found;
}

const endsWith = (tokens: readonly number[], tail: readonly number[]): boolean =>
  tail.length <= tokens.length &&
  tail.every((token, at) => tokens[tokens.length - tail.length + at] === token);

/** Indices of the largest logits, largest first. */
function topTokens(row: Float32Array, count: number): number[] {
  const top: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let token = 0; token < row.length; token++) {
    const logit = row[token] ?? Number.NEGATIVE_INFINITY;
    if (top.length === count && !(logit > least)) continue;
    let at = top.length;
    while (at > 0 && (row[top[at - 1] ?? 0] ?? 0) < logit) at--;
    top.splice(at, 0, token);
    if (top.length > count) top.pop();
    least = row[top.at(-1) ?? 0] ?? least;
  }
  return top;
}
