import { argmax, logAddExp, logSumExp } from '../../../decoding/token-probabilities.ts';
import { releaseText } from '../../../kernels/index.ts';
import { crop, type ReadPrefix, type SteppingModel } from './read-prefix.ts';
import type { TermPath, TermTree } from './term-tree.ts';
import { applyTimestampRules } from './timestamp-rules.ts';
import type { ChosenToken, SourceOptions, TokenSource } from './token-source.ts';

/** What a token was read to. */
interface ReadToken {
  state: ReadPrefix['state'];
  logits: Float32Array;
  attention: Float32Array | null;
}

interface Step {
  choice: ChosenToken;
  read: ReadToken;
}

/** Spellings that are followed from one place, at most: each that breaks off costs the steps that it took. */
const MOST_TRIES = 2;
/** From this distance on, nats, the beginning of the likeliest token does not begin another word: of those that did, none was as far. */
const CLOSE = 0.5;
/** Tokens of a spelling that are followed, at most. */
const MOST_STEPS = 24;

/**
 * The likeliest tokens, with a bonus for those that begin or continue a term. A spelling that only the bonus led to is followed to its
 * end before any of it counts: where it breaks off, the bonus is taken back and the likeliest token remains.
 */
export class TermTokens implements TokenSource {
  readonly #model: SteppingModel;
  readonly #prefix: ReadPrefix;
  readonly #options: SourceOptions;
  readonly #terms: TermTree;
  #state: ReadPrefix['state'];
  #logits: Float32Array;
  /** The rest of a spelling that has been followed to its end. */
  #ahead: Step[] = [];

  constructor(model: SteppingModel, prefix: ReadPrefix, options: SourceOptions, terms: TermTree) {
    this.#model = model;
    this.#prefix = prefix;
    this.#options = options;
    this.#terms = terms;
    this.#state = prefix.state;
    // Other decodings begin there, too.
    this.#logits = prefix.logits.slice();
  }

  async next(said: readonly number[]): Promise<ChosenToken> {
    const [known] = this.#ahead;
    if (known) return known.choice;
    const logits = this.#allowed(this.#logits, said);
    const token = argmax(logits);
    const plain = this.#choice(logits, token, token);
    if (!Number.isFinite(plain.total) || token >= this.#model.config.endToken) return plain;
    const paths = this.#terms.pathsAfter(said);
    // What may begin in place of a mark may begin behind it.
    const swayed = this.#swayed(logits, said, paths, !this.#terms.isMark(token));
    for (const other of swayed.slice(0, MOST_TRIES)) {
      if (other === token) break;
      const isClose = (logits[token] ?? 0) - (logits[other] ?? 0) < CLOSE;
      if (!isClose && this.#terms.isPartOf(token, other, said)) continue;
      this.#ahead = (await this.#followed(said, this.#choice(logits, other, token))) ?? [];
      const [first] = this.#ahead;
      if (first) return first.choice;
    }
    return plain;
  }

  async read(token: number): Promise<Float32Array | null> {
    const { read } = this.#ahead.shift() ?? { read: await this.#read(this.#state, token) };
    this.#release(this.#state);
    this.#state = read.state;
    this.#logits = read.logits;
    return read.attention;
  }

  async attention(): Promise<null> {
    return null;
  }

  end(): void {
    for (const { read } of this.#ahead) this.#release(read.state);
    this.#ahead = [];
    this.#release(this.#state);
  }

  /** The tokens of a spelling that begins with a choice, or goes on with it; null if it breaks off. */
  async #followed(before: readonly number[], first: ChosenToken): Promise<Step[] | null> {
    const steps: Step[] = [];
    const said = [...before];
    let choice = first;
    let state = this.#state;
    while (steps.length < MOST_STEPS && said.length < this.#options.room) {
      const read = await this.#read(state, choice.token);
      steps.push({ choice, read });
      said.push(choice.token);
      state = read.state;
      const paths = this.#terms.pathsAfter(said);
      const logits = this.#allowed(read.logits, said);
      const token = argmax(logits);
      const onward = this.#swayed(logits, said, paths, false)[0];
      if (onward !== undefined) choice = this.#choice(logits, onward, token);
      else if (paths.some(({ node }) => this.#terms.endsBefore(node, token))) return steps;
      else break;
    }
    for (const { read } of steps) this.#release(read.state);
    return null;
  }

  /** Tokens that are likeliest with their bonus, or as likely as the likeliest without it; the best first. */
  #swayed(
    logits: Float32Array,
    said: readonly number[],
    paths: readonly TermPath[],
    withBeginnings = true,
  ): number[] {
    const least = logits[argmax(logits)] ?? 0;
    return this.#terms
      .preferred(logits, least, { said: withBeginnings ? said : null, paths })
      .toSorted((a, b) => b.score + b.bonus - a.score - a.bonus)
      .map(({ token }) => token);
  }

  /** The scores behind the tokens said, where what may not come next is masked, in place: a copy costs as much as a thousand terms. */
  #allowed(logits: Float32Array, said: readonly number[]): Float32Array {
    applyTimestampRules(logits, said, this.#model.config, this.#options.maxInitialTimestamp);
    return logits;
  }

  /** A token in place of the likeliest one: the bonus makes up for what it is less likely. */
  #choice(logits: Float32Array, token: number, likeliest: number): ChosenToken {
    const { endToken } = this.#model.config;
    const text = logSumExp(logits, 0, endToken);
    const total = logAddExp(text, logSumExp(logits, endToken));
    const score = logits[token] ?? 0;
    return { token, score, text, total, bonus: (logits[likeliest] ?? 0) - score };
  }

  async #read(from: ReadPrefix['state'], token: number): Promise<ReadToken> {
    const { audio, attention: wanted } = this.#prefix;
    const { state, logits, attention } = await this.#model.step(audio, from, token, wanted !== null);
    const row = attention && crop(attention, audio.positions, this.#options.frames);
    return { state, logits, attention: row };
  }

  #release(state: ReadPrefix['state']): void {
    if (state !== this.#prefix.state) releaseText(state);
  }
}
