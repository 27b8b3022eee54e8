import type { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import type { Continuation } from '../../../kernels/index.ts';
import {
  BeamImpossibleError,
  type BeamOptions,
  type Branches,
  type BranchingModel,
  GpuRows,
  type RowChoice,
  ScoredBranches,
} from './branches.ts';
import { cutLoop, type Decoding } from './decode-text.ts';
import type { ReadPrefix } from './read-prefix.ts';
import type { TermTree } from './term-tree.ts';
import { writeTerms } from './write-terms.ts';

/** A text that may go on. */
interface Hypothesis {
  tokens: number[];
  probabilities: number[];
  attention: Float32Array[];
  /** Where each token was read. */
  rows: number[];
  /** Sum over all tokens, natural logarithm, with what terms add. */
  logProbability: number;
  /** What terms that have begun have added: it is taken back unless one is written to its end. */
  owed: number;
}

interface Searched extends Decoding {
  /** Where each token was read. */
  rows: number[];
}

interface Candidate extends Continuation {
  /** Sum for the hypothesis with this token, natural logarithm. */
  logProbability: number;
  /** Probability of the token, as in `Decoding.probabilities`. */
  probability: number;
  owed: number;
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
  const { gpu } = prefix.state;
  if (!gpu)
    return search(new ScoredBranches(model, prefix, options), { model, prefix, options }, cancellation);
  return gpu.texts
    .search(gpu.text, options.width, (branches) => {
      const rows = new GpuRows(gpu, branches, { prefix, options, config: model.config });
      return search(rows, { model, prefix, options }, cancellation);
    })
    .catch((cause) => {
      throw cause instanceof RangeError ? new BeamImpossibleError(cause.message, { cause }) : cause;
    });
}

async function search(
  branches: Branches,
  { model, prefix, options }: { model: BranchingModel; prefix: ReadPrefix; options: BeamOptions },
  cancellation: CancellationPoint,
): Promise<Decoding> {
  const { config } = model;
  const { endToken } = config;
  const room = config.textPositions - prefix.tokens.length;
  const first = prefix.attention ? [prefix.attention] : [];
  let beam: Hypothesis[] = [
    { tokens: [], probabilities: [], attention: first, rows: [], logProbability: 0, owed: 0 },
  ];
  const ended: Searched[] = [];
  try {
    let choices = await branches.first();
    for (;;) {
      await cancellation.check();
      const candidates = beam.flatMap((hypothesis, row) =>
        candidatesOf(hypothesis, row, choices[row], { endToken, terms: options.terms }),
      );
      candidates.sort((a, b) => b.logProbability - a.logProbability);

      const next = extendAll(beam, candidates, ended, { endToken, room, ...options });
      if (ended.length === options.width || next.length === 0) break;

      beam = next.map(({ hypothesis }) => hypothesis);
      const read = await branches.next(
        next.map(({ from }) => from),
        beam.map(({ tokens }) => tokens),
      );
      choices = read.choices;
      for (const [row, hypothesis] of beam.entries()) {
        const attention = read.attention?.[row];
        if (attention) hypothesis.attention.push(attention);
        hypothesis.rows.push(read.rows[row] ?? row);
      }
    }
    const lost = () => asDecoding({ tokens: [], probabilities: [], attention: first, rows: [] }, Number.NaN);
    const { rows, ...found } = best(ended, options.isTwice) ?? lost();
    const kept = await branches.attentionOf(rows, found.tokens.length);
    return writeTerms({ ...found, attention: kept ?? found.attention }, options.terms);
  } finally {
    branches.end();
  }
}

/** Follows the likeliest candidates; what has ended is put with the others. */
function extendAll(
  beam: readonly Hypothesis[],
  candidates: readonly Candidate[],
  ended: Searched[],
  options: Pick<BeamOptions, 'width' | 'mostTokens'> & { endToken: number; room: number },
): { hypothesis: Hypothesis; from: Candidate }[] {
  const next: { hypothesis: Hypothesis; from: Candidate }[] = [];
  for (const from of candidates) {
    if (next.length === options.width || ended.length === options.width) break;
    const before = beam[from.row];
    if (!before) continue;
    if (from.token === options.endToken) {
      ended.push(asDecoding(before, from.logProbability));
      continue;
    }
    const hypothesis = extended(before, from);
    const stopped = stoppedEarly(hypothesis, from, options);
    if (stopped) ended.push(stopped);
    else next.push({ hypothesis, from });
  }
  return next;
}

/** The likeliest ways in which a hypothesis goes on. */
function candidatesOf(
  { tokens, logProbability, owed }: Hypothesis,
  row: number,
  choice: RowChoice | null | undefined,
  { endToken, terms }: { endToken: number; terms: TermTree | undefined },
): Candidate[] {
  if (!choice || !Number.isFinite(choice.total)) return [];
  return choice.candidates.map(({ token, score, bonus = 0 }) => {
    const goesOn = owed + bonus > 0 && terms?.begunIn([...tokens, token]) === true;
    const isWritten = owed > 0 && terms?.endIn(tokens, token) === true;
    return {
      row,
      token,
      logProbability:
        logProbability + (score - choice.total) + (goesOn ? bonus : 0) - (goesOn || isWritten ? 0 : owed),
      probability: token < endToken ? Math.exp(score - choice.text) : 1,
      owed: goesOn ? owed + bonus : 0,
    };
  });
}

function extended(before: Hypothesis, { token, probability, logProbability, owed }: Candidate): Hypothesis {
  return {
    tokens: [...before.tokens, token],
    probabilities: [...before.probabilities, probability],
    attention: [...before.attention],
    rows: [...before.rows],
    logProbability,
    owed,
  };
}

/** The text, if it has started to repeat itself or has used up the room. */
function stoppedEarly(
  hypothesis: Hypothesis,
  { token, logProbability }: Candidate,
  { endToken, room, mostTokens }: { endToken: number; room: number; mostTokens: number },
): Searched | null {
  const decoding = asDecoding(hypothesis, logProbability);
  const said = hypothesis.tokens.filter((id) => id < endToken);
  if (token < endToken && cutLoop(decoding, said, endToken, mostTokens)) {
    return { ...decoding, averageLogProbability: logProbability / (decoding.tokens.length + 1) };
  }
  return hypothesis.tokens.length < room ? null : { ...decoding, truncated: true };
}

function asDecoding(
  { tokens, probabilities, attention, rows }: Omit<Hypothesis, 'logProbability' | 'owed'>,
  logProbability: number,
): Searched {
  return {
    tokens: [...tokens],
    probabilities: [...probabilities],
    averageLogProbability: logProbability / (tokens.length + 1),
    attention: [...attention],
    rows: [...rows],
    looped: false,
    truncated: false,
    temperature: 0,
  };
}

/**
 * By their means, except for a text beside the same one said twice: what was just said is always likely to be said again, so there the
 * sum decides, as the likeliest tokens would.
 */
function best(ended: readonly Searched[], isTwice: BeamOptions['isTwice']): Searched | undefined {
  const [first, ...others] = ended.toSorted(
    (a, b) => Number(a.looped) - Number(b.looped) || b.averageLogProbability - a.averageLogProbability,
  );
  if (!first || !isTwice) return first;
  const sum = ({ averageLogProbability, tokens }: Decoding) => averageLogProbability * (tokens.length + 1);
  return others.find((other) => isTwice(first, other) && sum(other) > sum(first)) ?? first;
}
