import { argmax, logAddExp, logSumExp, sample } from '../../../decoding/token-probabilities.ts';
import { releaseText } from '../../../kernels/index.ts';
import { GpuTokens } from './gpu-tokens.ts';
import { crop, type ReadPrefix, type SteppingModel } from './read-prefix.ts';
import { TermTokens } from './term-tokens.ts';
import { applyTimestampRules } from './timestamp-rules.ts';
import type { ChosenToken, SourceOptions, TokenSource } from './token-source.ts';

/** Chooses where the model computes its steps: on the GPU, or here of its scores. */
export function tokensOf(model: SteppingModel, prefix: ReadPrefix, options: SourceOptions): TokenSource {
  const { gpu } = prefix.state;
  if (gpu) return new GpuTokens(gpu, { prefix, options, config: model.config });
  return options.terms && options.temperature === 0
    ? new TermTokens(model, prefix, options, options.terms)
    : new ScoredTokens(model, prefix, options);
}

/** Chooses tokens from the scores after each step. */
class ScoredTokens implements TokenSource {
  readonly #model: SteppingModel;
  readonly #prefix: ReadPrefix;
  readonly #options: SourceOptions;
  #state: ReadPrefix['state'];
  #logits: Float32Array;

  constructor(model: SteppingModel, prefix: ReadPrefix, options: SourceOptions) {
    this.#model = model;
    this.#prefix = prefix;
    this.#options = options;
    this.#state = prefix.state;
    this.#logits = prefix.logits.slice();
  }

  async next(said: readonly number[]): Promise<ChosenToken> {
    const logits = this.#logits;
    const { config } = this.#model;
    const { temperature, draw, maxInitialTimestamp } = this.#options;
    applyTimestampRules(logits, said, config, maxInitialTimestamp);
    const text = logSumExp(logits, 0, config.endToken);
    const total = logAddExp(text, logSumExp(logits, config.endToken));
    const token = temperature === 0 ? argmax(logits) : sample(logits, temperature, draw());
    return { token, score: logits[token] ?? 0, text, total };
  }

  async read(token: number): Promise<Float32Array | null> {
    const { audio, attention: wanted, state: first } = this.#prefix;
    const { state, logits, attention } = await this.#model.step(audio, this.#state, token, wanted !== null);
    if (this.#state !== first) releaseText(this.#state);
    this.#state = state;
    this.#logits = logits;
    return attention && crop(attention, audio.positions, this.#options.frames);
  }

  async attention(): Promise<null> {
    return null;
  }

  end(): void {
    if (this.#state !== this.#prefix.state) releaseText(this.#state);
  }
}
