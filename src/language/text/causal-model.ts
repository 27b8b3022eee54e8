import type { CancellationPoint } from '../../engine/decoding/cancellation-point.ts';
import {
  floatTensorFor,
  int64Tensor,
  keepFirst,
  type OrtSession,
  type OrtTensor,
  readLastFloats,
} from '../../engine/kernels/sessions.ts';
import { damagedModel } from '../../engine/onnx/onnx-graph.ts';

/**
 * Scores that a run may give: graphs give those of all words of the vocabulary for each token that they read, 160 MB here. For 4,096
 * tokens and 150,000 words it would be 2.5 GB.
 */
const MOST_SCORES = 40e6;
/** Each token is compared with each. */
const MOST_AT_ONCE = 1024;

/** How many tokens a model with so many words reads at once. */
export const readAtOnce = (vocabulary: number): number =>
  Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(MOST_SCORES / vocabulary)));

interface CausalOptions {
  /** Reads single tokens, if another session does that faster; what it remembers goes into the other and back. */
  stepper?: OrtSession | undefined;
  /** Tokens that are read in a run. */
  atOnce: number;
}

/** Keys and values of tokens: [1, heads, tokens, size]. */
const ATTENTION = 'past_key_values.';
const TOKEN_AXIS = 2;

/**
 * A causal language model in the transformers.js layout (one graph, `past_key_values.*` in and `present.*` out), run directly: what it
 * remembers of the tokens remains where the graph runs, and texts that begin alike are read once. That library copies all of it at each
 * token, and forgets it behind each text.
 */
export class CausalModel {
  readonly #session: OrtSession;
  readonly #stepper: OrtSession;
  readonly #atOnce: number;
  readonly #pasts: readonly string[];
  /** Only the memory of attention has its tokens apart, so that some can be dropped. */
  readonly #canForgetSome: boolean;
  /** Those that are remembered. */
  #tokens: number[] = [];
  #memory: Readonly<Record<string, OrtTensor>> = {};

  constructor(session: OrtSession, { stepper = session, atOnce }: CausalOptions) {
    this.#session = session;
    this.#stepper = stepper;
    this.#atOnce = atOnce;
    this.#pasts = session.inputNames.filter((name) => name.startsWith('past_'));
    if (this.#pasts.length === 0) throw damagedModel('onnx/model: past_key_values');
    this.#canForgetSome = this.#pasts.every((name) => name.startsWith(ATTENTION));
  }

  /** How many tokens a text begins with that need not be read again; its last one has to be in any case. */
  known(text: readonly number[]): number {
    const most = Math.min(this.#tokens.length, text.length - 1);
    let same = 0;
    while (same < most && this.#tokens[same] === text[same]) same += 1;
    return same === this.#tokens.length || this.#canForgetSome ? same : 0;
  }

  /**
   * Reads a text of one token or more. Of what was read or written before, the tokens that it begins with are not read again.
   *
   * @returns scores of the token that comes next
   */
  async read(tokens: readonly number[], cancellation: CancellationPoint): Promise<Float32Array> {
    await this.#keepBeginning(tokens);
    let scores: Float32Array | null = null;
    while (this.#tokens.length < tokens.length) {
      await cancellation.check();
      const from = this.#tokens.length;
      const part = tokens.slice(from, from + this.#atOnce);
      scores = await this.#run(part, from + part.length === tokens.length);
    }
    if (!scores) throw new RangeError('A text without tokens cannot be read.');
    return scores;
  }

  /** Reads one more token. */
  async next(token: number): Promise<Float32Array> {
    const scores = await this.#run([token], true);
    if (!scores) throw damagedModel('onnx/model: logits');
    return scores;
  }

  async dispose(): Promise<void> {
    this.#forget();
    await this.#session.release();
    if (this.#stepper !== this.#session) await this.#stepper.release();
  }

  async #run(tokens: readonly number[], isLast: boolean): Promise<Float32Array | null> {
    const from = this.#tokens.length;
    const count = tokens.length;
    const session = count === 1 ? this.#stepper : this.#session;
    const positions = tokens.map((_, index) => from + index);
    const takes = (name: string) => session.inputNames.includes(name);
    const outputs = await session.run(
      {
        ...(from === 0 ? this.#nothing() : this.#memory),
        input_ids: int64Tensor(tokens, [1, count]),
        attention_mask: int64Tensor(new Array<number>(from + count).fill(1), [1, from + count]),
        ...(takes('position_ids') && { position_ids: int64Tensor(positions, [1, count]) }),
        ...(takes('num_logits_to_keep') && { num_logits_to_keep: int64Tensor([1], []) }),
      },
      ['logits', ...this.#pasts.map(presentOf)],
    );
    const tensor = (name: string): OrtTensor => {
      const output = outputs[name];
      if (!output) throw damagedModel(`onnx/model: ${name}`);
      return output;
    };
    for (const old of Object.values(this.#memory)) old.dispose();
    this.#memory = Object.fromEntries(this.#pasts.map((name) => [name, tensor(presentOf(name))]));
    this.#tokens.push(...tokens);
    const logits = tensor('logits');
    const scores = isLast ? await readLastFloats(logits) : null;
    logits.dispose();
    return scores;
  }

  /** Forgets all but the tokens that a text begins with. */
  async #keepBeginning(text: readonly number[]): Promise<void> {
    const known = this.known(text);
    if (known === 0) this.#forget();
    if (known === this.#tokens.length) return;
    const memory: Record<string, OrtTensor> = {};
    for (const [name, tensor] of Object.entries(this.#memory)) {
      memory[name] = await keepFirst(tensor, known, TOKEN_AXIS);
      tensor.dispose();
    }
    this.#memory = memory;
    this.#tokens.length = known;
  }

  #forget(): void {
    for (const tensor of Object.values(this.#memory)) tensor.dispose();
    this.#memory = {};
    this.#tokens = [];
  }

  /** What is remembered before the first token. */
  #nothing(): Record<string, OrtTensor> {
    const session = this.#session;
    return Object.fromEntries(
      this.#pasts.map((name) => {
        const input = session.inputMetadata.find((one) => one.name === name);
        if (!input?.isTensor) throw damagedModel(`onnx/model: ${name}`);
        // Open are the number of texts, and of tokens.
        const dims = input.shape.map((size, axis) => (typeof size === 'number' ? size : axis === 0 ? 1 : 0));
        const size = dims.reduce((product, one) => product * one, 1);
        return [name, floatTensorFor(session, name, new Float32Array(size), dims)];
      }),
    );
  }
}

/** `past_key_values.0.key` is `present.0.key` behind a run, `past_conv.0` is `present_conv.0`. */
const presentOf = (past: string): string =>
  past.startsWith(ATTENTION) ? `present.${past.slice(ATTENTION.length)}` : past.replace('past', 'present');
