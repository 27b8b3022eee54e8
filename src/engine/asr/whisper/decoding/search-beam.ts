import type { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { likeliest, logAddExp, logSumExp } from '../../../decoding/token-probabilities.ts';
import { type Continuation, releaseText } from '../../../kernels/index.ts';
import type { DecoderOutput } from '../decoder-output.ts';
import type { WhisperModel } from '../whisper-model.ts';
import { crop, cutLoop, type Decoding, type DecodingOptions, type ReadPrefix } from './decode-text.ts';
import { applyTimestampRules } from './timestamp-rules.ts';

/** What a search needs from a model. */
export type BranchingModel = Pick<WhisperModel, 'config' | 'stepRows'>;

export interface BeamOptions extends Pick<DecodingOptions, 'maxInitialTimestamp' | 'frames' | 'mostTokens'> {
  /** Number of hypotheses that are followed at the same time. */
  width: number;
  /** Whether a text is another one said twice. */
  isTwice?: ((text: Decoding, other: Decoding) => boolean) | undefined;
}

/** The model cannot follow several hypotheses: there is too little memory, or its graph takes only one. */
export class BeamImpossibleError extends Error {}

/** A text that may go on. */
interface Hypothesis {
  tokens: number[];
  probabilities: number[];
  attention: Float32Array[];
  /** Sum over all tokens, natural logarithm. */
  logProbability: number;
}

interface Candidate extends Continuation {
  /** Of the hypothesis with this token. */
  logProbability: number;
  /** Of the token, as in `Decoding.probabilities`. */
  probability: number;
}

/**
 * Decodes one text by beam search: follows the `width` likeliest hypotheses until as many have ended, and takes the one
 * with the highest mean log probability; one that loops only if all do. With a width of 1 this is greedy decoding.
 *
 * @throws BeamImpossibleError if the model fails to go on with several hypotheses
 * @see Radford et al. (2022), section 4.5; `BeamSearchDecoder` of its reference implementation with patience 1
 */
export async function searchBeam(
  model: BranchingModel,
  prefix: ReadPrefix,
  options: BeamOptions,
  cancellation: CancellationPoint,
): Promise<Decoding> {
  const { config } = model;
  const { endToken } = config;
  const room = config.textPositions - prefix.tokens.length;
  const first = prefix.attention ? [prefix.attention] : [];
  let beam: Hypothesis[] = [{ tokens: [], probabilities: [], attention: first, logProbability: 0 }];
  let { state } = prefix;
  let logits: Float32Array = prefix.logits.slice();
  const ended: Decoding[] = [];
  try {
    for (;;) {
      await cancellation.check();
      const vocabulary = logits.length / beam.length;
      const candidates = beam.flatMap((hypothesis, row) => {
        const own = logits.subarray(row * vocabulary, (row + 1) * vocabulary);
        applyTimestampRules(own, hypothesis.tokens, config, options.maxInitialTimestamp);
        return candidatesOf(hypothesis, row, own, { endToken, count: options.width + 1 });
      });
      candidates.sort((a, b) => b.logProbability - a.logProbability);

      const next: { hypothesis: Hypothesis; from: Candidate }[] = [];
      for (const from of candidates) {
        if (next.length === options.width || ended.length === options.width) break;
        const before = beam[from.row];
        if (!before) continue;
        if (from.token === endToken) {
          ended.push(asDecoding(before, from.logProbability));
          continue;
        }
        const hypothesis = extended(before, from);
        const stopped = stoppedEarly(hypothesis, from, { endToken, room, mostTokens: options.mostTokens });
        if (stopped) ended.push(stopped);
        else next.push({ hypothesis, from });
      }
      if (ended.length === options.width || next.length === 0) break;

      const output = await stepOrGiveUp(
        model,
        prefix,
        state,
        next.map(({ from }) => from),
      );
      if (state !== prefix.state) releaseText(state);
      state = output.state;
      logits = output.logits;
      beam = next.map(({ hypothesis }) => hypothesis);
      addAttention(beam, output, prefix.audio.positions, options.frames);
    }
  } finally {
    if (state !== prefix.state) releaseText(state);
  }
  return (
    best(ended, options.isTwice) ??
    asDecoding({ tokens: [], probabilities: [], attention: first }, Number.NaN)
  );
}

/** The likeliest ways in which a hypothesis goes on. */
function candidatesOf(
  { logProbability }: Hypothesis,
  row: number,
  logits: Float32Array,
  { endToken, count }: { endToken: number; count: number },
): Candidate[] {
  const text = logSumExp(logits, 0, endToken);
  const total = logAddExp(text, logSumExp(logits, endToken));
  if (!Number.isFinite(total)) return [];
  return likeliest(logits, count).map((token) => {
    const logit = logits[token] ?? Number.NEGATIVE_INFINITY;
    return {
      row,
      token,
      logProbability: logProbability + (logit - total),
      probability: token < endToken ? Math.exp(logit - text) : 1,
    };
  });
}

function extended(before: Hypothesis, { token, probability, logProbability }: Candidate): Hypothesis {
  return {
    tokens: [...before.tokens, token],
    probabilities: [...before.probabilities, probability],
    attention: [...before.attention],
    logProbability,
  };
}

/** The text, if it has started to repeat itself or has used up the room. */
function stoppedEarly(
  hypothesis: Hypothesis,
  { token, logProbability }: Candidate,
  { endToken, room, mostTokens }: { endToken: number; room: number; mostTokens: number },
): Decoding | null {
  const decoding = asDecoding(hypothesis, logProbability);
  const said = hypothesis.tokens.filter((id) => id < endToken);
  if (token < endToken && cutLoop(decoding, said, endToken, mostTokens)) {
    return { ...decoding, averageLogProbability: logProbability / (decoding.tokens.length + 1) };
  }
  return hypothesis.tokens.length < room ? null : { ...decoding, truncated: true };
}

async function stepOrGiveUp(
  model: BranchingModel,
  { audio, attention }: ReadPrefix,
  state: ReadPrefix['state'],
  continuations: readonly Continuation[],
): Promise<DecoderOutput> {
  try {
    return await model.stepRows(audio, state, continuations, attention !== null);
  } catch (cause) {
    throw new BeamImpossibleError('The speech model cannot follow several hypotheses.', { cause });
  }
}

function addAttention(
  beam: readonly Hypothesis[],
  { attention }: DecoderOutput,
  positions: number,
  frames: number,
): void {
  if (!attention) return;
  const size = attention.length / beam.length;
  for (const [row, hypothesis] of beam.entries()) {
    hypothesis.attention.push(crop(attention.subarray(row * size, (row + 1) * size), positions, frames));
  }
}

function asDecoding(
  { tokens, probabilities, attention }: Omit<Hypothesis, 'logProbability'>,
  logProbability: number,
): Decoding {
  return {
    tokens: [...tokens],
    probabilities: [...probabilities],
    averageLogProbability: logProbability / (tokens.length + 1),
    attention: [...attention],
    looped: false,
    truncated: false,
    temperature: 0,
  };
}

/**
 * By their means, except for a text beside the same one said twice: what was just said is always likely to be said again, so there the
 * sum decides, as the likeliest tokens would.
 */
function best(ended: readonly Decoding[], isTwice: BeamOptions['isTwice']): Decoding | undefined {
  const [first, ...others] = ended.toSorted(
    (a, b) => Number(a.looped) - Number(b.looped) || b.averageLogProbability - a.averageLogProbability,
  );
  if (!first || !isTwice) return first;
  const sum = ({ averageLogProbability, tokens }: Decoding) => averageLogProbability * (tokens.length + 1);
  return others.find((other) => isTwice(first, other) && sum(other) > sum(first)) ?? first;
}
