import { likeliest, logAddExp, logSumExp } from '../../../decoding/token-probabilities.ts';
import {
  type Continuation,
  type DecoderState,
  type GpuBranches,
  releaseText,
} from '../../../kernels/index.ts';
import type { WhisperConfig } from '../whisper-config.ts';
import type { WhisperModel } from '../whisper-model.ts';
import type { Decoding } from './decode-text.ts';
import { keptAttention } from './gpu-tokens.ts';
import { crop, type DecodingOptions, type ReadPrefix } from './read-prefix.ts';
import { applyTimestampRules } from './timestamp-rules.ts';
import type { ChosenToken } from './token-source.ts';

/** What a search needs from a model. */
export type BranchingModel = Pick<WhisperModel, 'config' | 'stepRows'>;

export interface BeamOptions
  extends Pick<DecodingOptions, 'maxInitialTimestamp' | 'frames' | 'mostTokens' | 'said' | 'terms'> {
  /** Number of hypotheses that are followed at the same time. */
  width: number;
  /** Whether a text is another one said twice. */
  isTwice?: ((text: Decoding, other: Decoding) => boolean) | undefined;
}

/** The model cannot follow several hypotheses: there is too little memory, or its graph takes only one. */
export class BeamImpossibleError extends Error {}

/** The likeliest tokens behind a hypothesis, and the log-sums that their probabilities are computed of. */
export interface RowChoice extends Pick<ChosenToken, 'text' | 'total'> {
  candidates: readonly Pick<ChosenToken, 'token' | 'score' | 'bonus'>[];
}

type Choices = readonly (RowChoice | null)[];

/** Reads the hypotheses of a search, and gives what is likely behind each. */
export interface Branches {
  first(): Promise<Choices>;
  /** @param said text and timestamp tokens of each */
  next(
    continuations: readonly Continuation[],
    said: readonly (readonly number[])[],
  ): Promise<{ choices: Choices; attention: Float32Array[] | null; rows: readonly number[] }>;
  /** Cross attention of a hypothesis, if it was kept meanwhile. @param rows where each of its tokens was read */
  attentionOf(rows: readonly number[], tokens: number): Promise<Float32Array[] | null>;
  end(): void;
}

/** Branches chosen from the scores after each step. */
export class ScoredBranches implements Branches {
  readonly #model: BranchingModel;
  readonly #prefix: ReadPrefix;
  readonly #options: BeamOptions;
  #state: ReadPrefix['state'];

  constructor(model: BranchingModel, prefix: ReadPrefix, options: BeamOptions) {
    this.#model = model;
    this.#prefix = prefix;
    this.#options = options;
    this.#state = prefix.state;
  }

  async first(): Promise<Choices> {
    return [this.#choice(this.#prefix.logits.slice(), [])];
  }

  async next(continuations: readonly Continuation[], said: readonly (readonly number[])[]) {
    const { audio, attention: wanted, state: first } = this.#prefix;
    const { state, logits, attention } = await this.#model
      .stepRows(audio, this.#state, continuations, wanted !== null)
      .catch((cause) => {
        throw new BeamImpossibleError('The speech model cannot follow several hypotheses.', { cause });
      });
    if (this.#state !== first) releaseText(this.#state);
    this.#state = state;
    const rowOf = (all: Float32Array, row: number) => {
      const size = all.length / continuations.length;
      return all.subarray(row * size, (row + 1) * size);
    };
    return {
      choices: said.map((tokens, row) => this.#choice(rowOf(logits, row), tokens)),
      attention:
        attention && said.map((_, row) => crop(rowOf(attention, row), audio.positions, this.#options.frames)),
      rows: [],
    };
  }

  async attentionOf(): Promise<null> {
    return null;
  }

  end(): void {
    if (this.#state !== this.#prefix.state) releaseText(this.#state);
  }

  /** The likeliest tokens and those that a term makes as likely; a token of a term is certain at most. */
  #withTerms(
    candidates: RowChoice['candidates'],
    said: readonly number[],
    { logits, total }: { logits: Float32Array; total: number },
  ): RowChoice['candidates'] {
    const { terms } = this.#options;
    if (!terms) return candidates;
    const least = candidates.at(-1)?.score ?? Number.POSITIVE_INFINITY;
    const preferred = terms
      .preferred(logits, least, { said, paths: terms.pathsAfter(said) })
      .map(({ token, score, bonus }) => ({ token, score, bonus: Math.min(bonus, total - score) }));
    const others = candidates.filter(({ token }) => !preferred.some((one) => one.token === token));
    return [...preferred, ...others];
  }

  #choice(logits: Float32Array, said: readonly number[]): RowChoice {
    const { config } = this.#model;
    const { maxInitialTimestamp, width } = this.#options;
    applyTimestampRules(logits, said, config, maxInitialTimestamp);
    const text = logSumExp(logits, 0, config.endToken);
    const total = logAddExp(text, logSumExp(logits, config.endToken));
    // Where the numbers are lost, no token is likely.
    const tokens = Number.isFinite(total) ? likeliest(logits, width + 1) : [];
    const candidates = tokens.map((token) => ({ token, score: logits[token] ?? Number.NEGATIVE_INFINITY }));
    return { text, total, candidates: this.#withTerms(candidates, said, { logits, total }) };
  }
}

/** Chosen on the GPU. */
export class GpuRows implements Branches {
  readonly #gpu: NonNullable<DecoderState['gpu']>;
  readonly #how: { prefix: ReadPrefix; options: BeamOptions; config: WhisperConfig };
  #branches: GpuBranches;

  constructor(
    gpu: NonNullable<DecoderState['gpu']>,
    branches: GpuBranches,
    how: { prefix: ReadPrefix; options: BeamOptions; config: WhisperConfig },
  ) {
    this.#gpu = gpu;
    this.#branches = branches;
    this.#how = how;
  }

  async first(): Promise<Choices> {
    const { maxInitialTimestamp, width } = this.#how.options;
    return [await this.#gpu.texts.first(this.#branches, { said: [], maxInitialTimestamp }, width + 1)];
  }

  async next(continuations: readonly Continuation[], said: readonly (readonly number[])[]) {
    const { maxInitialTimestamp, width } = this.#how.options;
    const { branches, choices } = await this.#gpu.texts.branch(this.#branches, continuations, {
      rules: said.map((tokens) => ({ said: tokens, maxInitialTimestamp })),
      candidates: width + 1,
    });
    this.#branches = branches;
    return { choices, attention: null, rows: branches.rows };
  }

  attentionOf(rows: readonly number[], tokens: number): Promise<Float32Array[]> {
    const { prefix, options, config } = this.#how;
    const { text } = this.#gpu;
    const before = {
      row: text.row,
      first: text.tokens.length - 1 - (options.said?.length ?? 0),
      end: text.tokens.length,
    };
    const own = rows
      .slice(0, tokens)
      .map((row, at) => ({ row, first: text.tokens.length + at, end: text.tokens.length + at + 1 }));
    return keptAttention(this.#gpu, prefix, { parts: [before, ...own], frames: options.frames, config });
  }

  end(): void {
    // Its rows are given back with the search.
  }
}
