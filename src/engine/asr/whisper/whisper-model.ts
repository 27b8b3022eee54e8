import {
  type Continuation,
  type DecoderState,
  releaseState,
  releaseTensors,
  releaseText,
} from '../../kernels/index.ts';
import {
  boolTensor,
  floatTensorFor,
  int64Tensor,
  type OrtSession,
  type OrtTensor,
  readFloats,
  type StepDecoder,
} from '../../kernels/sessions.ts';
import { type DecoderNames, namesOf } from './decoder-names.ts';
import {
  attentionIn,
  COMPARED_TOKENS,
  type DecoderOutput,
  type EncodedAudio,
  gatherAll,
  isAlike,
  pastOf,
  type Read,
  releaseCopies,
  required,
} from './decoder-output.ts';
import type { WhisperConfig } from './whisper-config.ts';

/**
 * The encoder and the merged decoder of a Whisper export in the transformers.js layout, run directly. Past keys and
 * values remain where the sessions put them: on the GPU with WebGPU, in the runtime's memory with a KeptSession.
 */
export class WhisperModel {
  readonly config: WhisperConfig;
  /** Whether the decoder exports its cross attentions; without them there are only segment times, no word times. */
  readonly hasAttention: boolean;
  readonly #encoder: OrtSession;
  readonly #decoder: OrtSession;
  readonly #names: DecoderNames;
  /** Whether hypotheses share one row of the audio's keys and values; unknown until the first have tried. */
  #sharesAudio: boolean | null = null;
  /** Computes steps without the graph; null if they are left to it. */
  #stepper: StepDecoder | null;
  /** Whether it was compared with the graph: one that was misread would make a text of its own. */
  #isCompared = false;

  constructor(
    encoder: OrtSession,
    decoder: OrtSession,
    config: WhisperConfig,
    stepper: StepDecoder | null = null,
  ) {
    this.#stepper = stepper;
    this.config = config;
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#names = namesOf(decoder, config);
    this.hasAttention = this.#names.attentionOutputs.length > 0;
  }

  /** @param features log-mel, 1 × `mels` × 3,000, or fewer if the encoder was shortened */
  async encode(features: Float32Array, dims: readonly number[]): Promise<EncodedAudio> {
    const feeds = {
      input_features: floatTensorFor(this.#encoder, 'input_features', features, [...dims]),
    };
    const outputs = await this.#encoder.run(feeds, ['last_hidden_state']);
    const hidden = required(outputs, 'last_hidden_state');
    return { hidden, positions: hidden.dims[1] ?? this.config.audioPositions };
  }

  /** Windows that can be recognised beside each other; null until the first one has shown it. */
  get lanes(): number | null {
    return 1;
  }

  /** Reads the first tokens of a sequence at once; only the scores behind those `_wanted` are needed. */
  start(
    audio: EncodedAudio,
    tokens: readonly number[],
    withAttention: boolean,
    _wanted?: readonly number[],
  ): Promise<DecoderOutput> {
    return this.#start(audio, tokens, withAttention);
  }

  /** Inputs of a run without a past. */
  #firstFeeds({ hidden }: EncodedAudio, tokens: readonly number[]) {
    return {
      input_ids: int64Tensor(tokens, [1, tokens.length]),
      encoder_hidden_states: hidden,
      use_cache_branch: boolTensor(false),
      ...this.#names.noText,
      ...this.#names.noAudio,
    };
  }

  async #start(
    audio: EncodedAudio,
    tokens: readonly number[],
    withAttention: boolean,
  ): Promise<DecoderOutput> {
    const outputs = await this.#decoder.run(this.#firstFeeds(audio, tokens), [
      'logits',
      ...this.#names.textOutputs,
      ...this.#names.audioOutputs,
      ...(withAttention ? this.#names.attentionOutputs : []),
    ]);
    const state: DecoderState = {
      length: tokens.length,
      text: pastOf(outputs, this.#names.textOutputs),
      audio: pastOf(outputs, this.#names.audioOutputs),
      own: null,
    };
    const output = await this.#read(outputs, state, audio, {
      read: { rows: 1, tokens: tokens.length },
      withAttention,
    });
    if (!this.#stepper) return output;
    const taken = await this.#taken(this.#stepper, audio, state);
    return taken ? { ...output, state: taken } : this.#start(audio, tokens, withAttention);
  }

  /** Reads one more token. Only one: exports trace this branch with a single token and omit the causal mask. */
  step(
    audio: EncodedAudio,
    past: DecoderState,
    token: number,
    withAttention: boolean,
  ): Promise<DecoderOutput> {
    return past.own
      ? this.stepRows(audio, past, [{ row: 0, token }], withAttention)
      : this.#step(audio, { past, pastAudio: past.audio }, [token], withAttention);
  }

  /**
   * Reads one more token in each of several hypotheses, in one run. They share the audio's keys and values; an export
   * whose graph does not take that gets a copy for each.
   *
   * @param past of one or more hypotheses; several may continue the same
   */
  async stepRows(
    audio: EncodedAudio,
    past: DecoderState,
    continuations: readonly Continuation[],
    withAttention: boolean,
  ): Promise<DecoderOutput> {
    const { own } = past;
    if (!this.#stepper || !own) return this.#graphRows(audio, past, continuations, withAttention);
    const heads = (withAttention && this.hasAttention && this.config.alignment?.heads) || [];
    const { text, logits, attention } = this.#stepper.step(own, continuations, heads);
    return {
      state: { length: past.length + 1, text: {}, audio: {}, own: { text, audio: own.audio } },
      logits,
      vocabulary: logits.length / continuations.length,
      attention: heads.length > 0 ? attention : null,
    };
  }

  /** The same state for steps that are computed without the graph. Null if they cannot be: then they never are. */
  async #taken(stepper: StepDecoder, audio: EncodedAudio, state: DecoderState): Promise<DecoderState | null> {
    const given: Float32Array[] = [];
    for (const token of this.#isCompared ? [] : COMPARED_TOKENS) {
      const stepped = await this.step(audio, state, token, false);
      releaseText(stepped.state);
      given.push(stepped.logits);
    }
    let taken = state;
    try {
      const own = stepper.taken(state);
      taken = { length: state.length, text: {}, audio: {}, own };
      for (const [index, scores] of given.entries()) {
        const { text, logits } = stepper.step(own, [{ row: 0, token: COMPARED_TOKENS[index] ?? 0 }], []);
        text.release();
        this.#isCompared ||= isAlike(logits, scores);
      }
      if (this.#isCompared) return taken;
      console.error('The steps of this decoder are not as they were read from its graph.');
    } catch (error) {
      console.error(error);
    }
    releaseState(taken);
    stepper.release();
    this.#stepper = null;
    return null;
  }

  /** A step of the graph. */
  async #graphRows(
    audio: EncodedAudio,
    past: DecoderState,
    continuations: readonly Continuation[],
    withAttention: boolean,
  ): Promise<DecoderOutput> {
    const rows = continuations.map(({ row }) => row);
    const tokens = continuations.map(({ token }) => token);
    const text = await gatherAll(past.text, rows);
    const gathered = { ...past, text };
    if (this.#sharesAudio !== false) {
      try {
        const output = await this.#step(
          audio,
          { past: gathered, pastAudio: past.audio },
          tokens,
          withAttention,
        );
        if (tokens.length > 1) this.#sharesAudio = true;
        releaseCopies(text, past.text);
        return output;
      } catch (error) {
        // Where it has worked before, memory is short, and copies need more of it.
        if (tokens.length === 1 || this.#sharesAudio) {
          releaseCopies(text, past.text);
          throw error;
        }
        console.error(error);
      }
    }
    const copied = await gatherAll(
      past.audio,
      rows.map(() => 0),
    );
    try {
      const output = await this.#step(audio, { past: gathered, pastAudio: copied }, tokens, withAttention);
      this.#sharesAudio = false;
      return output;
    } finally {
      releaseCopies(text, past.text);
      releaseCopies(copied, past.audio);
    }
  }

  async #step(
    audio: EncodedAudio,
    { past, pastAudio }: { past: DecoderState; pastAudio: DecoderState['audio'] },
    tokens: readonly number[],
    withAttention: boolean,
  ): Promise<DecoderOutput> {
    const outputs = await this.#decoder.run(
      {
        input_ids: int64Tensor(tokens, [tokens.length, 1]),
        encoder_hidden_states: audio.hidden,
        use_cache_branch: boolTensor(true),
        ...past.text,
        ...pastAudio,
      },
      ['logits', ...this.#names.textOutputs, ...(withAttention ? this.#names.attentionOutputs : [])],
    );
    const state: DecoderState = {
      length: past.length + 1,
      text: pastOf(outputs, this.#names.textOutputs),
      audio: past.audio,
      own: null,
    };
    return this.#read(outputs, state, audio, { read: { rows: tokens.length, tokens: 1 }, withAttention });
  }

  /** Re-reads a whole sequence for its cross attention only: `heads` × `tokens` × the audio's positions. */
  async replay(audio: EncodedAudio, tokens: readonly number[]): Promise<Float32Array> {
    const outputs = await this.#decoder.run(this.#firstFeeds(audio, tokens), this.#names.attentionOutputs);
    return attentionIn(outputs, audio, { rows: 1, tokens: tokens.length }, this.config);
  }

  release(audio: EncodedAudio): void {
    releaseTensors({ hidden: audio.hidden });
  }

  async dispose(): Promise<void> {
    this.#stepper?.release();
    this.#stepper = null;
    await this.#encoder.release();
    await this.#decoder.release();
  }

  async #read(
    outputs: Readonly<Record<string, OrtTensor>>,
    state: DecoderState,
    audio: EncodedAudio,
    { read, withAttention }: { read: Read; withAttention: boolean },
  ): Promise<DecoderOutput> {
    const logits = await readFloats(required(outputs, 'logits'));
    return {
      state,
      logits,
      vocabulary: logits.length / (read.rows * read.tokens),
      attention:
        withAttention && this.hasAttention ? await attentionIn(outputs, audio, read, this.config) : null,
    };
  }
}
