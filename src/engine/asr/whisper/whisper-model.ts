import {
  boolTensor,
  floatTensorFor,
  gatherRows,
  int64Tensor,
  type OrtSession,
  type OrtTensor,
  readFloats,
} from '../../onnx/onnx-sessions.ts';
import type { Continuation } from './decoding/continuation.ts';
import type { DecoderState } from './decoding/decoder-state.ts';
import { releaseState, releaseTensors, releaseText } from './decoding/decoder-state.ts';
import type { StepDecoder } from './stepping/step-decoder.ts';
import type { WhisperConfig } from './whisper-config.ts';

/** The encoder's output for one window. */
export interface EncodedAudio {
  /** 1 × `positions` × size. */
  hidden: OrtTensor;
  /** Encoder positions: 1,500 for a whole window of 30 s, fewer for a shortened one. */
  positions: number;
}

export interface DecoderOutput {
  state: DecoderState;
  /** `tokens` × `vocabulary`, for the tokens just read; of several hypotheses, one row each. */
  logits: Float32Array;
  vocabulary: number;
  /**
   * Cross attention of the tokens just read: `heads` × `tokens` × the audio's positions, for one hypothesis after the
   * other; null if not requested.
   */
  attention: Float32Array | null;
}

/**
 * The encoder and the merged decoder of a Whisper export in the transformers.js layout, run directly. Past keys and
 * values stay where the sessions put them: on the GPU with WebGPU, in the runtime's memory with a KeptSession.
 */
export class WhisperModel {
  readonly config: WhisperConfig;
  /** Whether the decoder exports its cross attentions; without them there are only segment times, no word times. */
  readonly hasAttention: boolean;
  readonly #encoder: OrtSession;
  readonly #decoder: OrtSession;
  readonly #noText: Readonly<Record<string, OrtTensor>>;
  readonly #noAudio: Readonly<Record<string, OrtTensor>>;
  readonly #textOutputs: string[];
  readonly #audioOutputs: string[];
  readonly #attentionOutputs: string[];
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
    const cache = decoder.inputNames.filter((name) => name.startsWith('past_key_values.'));
    const empty = (input: string) =>
      floatTensorFor(decoder, input, new Float32Array(0), [1, config.heads, 0, config.headSize]);
    const textInputs = cache.filter((name) => name.includes('.decoder.'));
    const audioInputs = cache.filter((name) => name.includes('.encoder.'));
    this.#noText = Object.fromEntries(textInputs.map((name) => [name, empty(name)]));
    this.#noAudio = Object.fromEntries(audioInputs.map((name) => [name, empty(name)]));
    this.#textOutputs = textInputs.map(presentName);
    this.#audioOutputs = audioInputs.map(presentName);
    const layers = [...new Set(config.alignment?.heads.map(([layer]) => layer))];
    const wanted = layers.map((layer) => `cross_attentions.${layer}`);
    this.hasAttention = wanted.length > 0 && wanted.every((name) => decoder.outputNames.includes(name));
    this.#attentionOutputs = this.hasAttention ? wanted : [];
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

  /** Reads the first tokens of a sequence at once. */
  async start(
    audio: EncodedAudio,
    tokens: readonly number[],
    withAttention: boolean,
  ): Promise<DecoderOutput> {
    const outputs = await this.#decoder.run(
      {
        input_ids: int64Tensor(tokens, [1, tokens.length]),
        encoder_hidden_states: audio.hidden,
        use_cache_branch: boolTensor(false),
        ...this.#noText,
        ...this.#noAudio,
      },
      [
        'logits',
        ...this.#textOutputs,
        ...this.#audioOutputs,
        ...(withAttention ? this.#attentionOutputs : []),
      ],
    );
    const state: DecoderState = {
      length: tokens.length,
      text: pastOf(outputs, this.#textOutputs),
      audio: pastOf(outputs, this.#audioOutputs),
      own: null,
    };
    const output = await this.#read(outputs, state, audio, {
      read: { rows: 1, tokens: tokens.length },
      withAttention,
    });
    if (!this.#stepper) return output;
    const taken = await this.#taken(this.#stepper, audio, state);
    return taken ? { ...output, state: taken } : this.start(audio, tokens, withAttention);
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
      ['logits', ...this.#textOutputs, ...(withAttention ? this.#attentionOutputs : [])],
    );
    const state: DecoderState = {
      length: past.length + 1,
      text: pastOf(outputs, this.#textOutputs),
      audio: past.audio,
      own: null,
    };
    return this.#read(outputs, state, audio, { read: { rows: tokens.length, tokens: 1 }, withAttention });
  }

  /** Re-reads a whole sequence for its cross attention only: `heads` × `tokens` × the audio's positions. */
  async replay(audio: EncodedAudio, tokens: readonly number[]): Promise<Float32Array> {
    const outputs = await this.#decoder.run(
      {
        input_ids: int64Tensor(tokens, [1, tokens.length]),
        encoder_hidden_states: audio.hidden,
        use_cache_branch: boolTensor(false),
        ...this.#noText,
        ...this.#noAudio,
      },
      this.#attentionOutputs,
    );
    return this.#attention(outputs, audio, { rows: 1, tokens: tokens.length });
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
      attention: withAttention && this.hasAttention ? await this.#attention(outputs, audio, read) : null,
    };
  }

  async #attention(
    outputs: Readonly<Record<string, OrtTensor>>,
    { positions }: EncodedAudio,
    { rows, tokens }: Read,
  ): Promise<Float32Array> {
    const heads = this.config.alignment?.heads ?? [];
    const plane = tokens * positions;
    const gathered = new Float32Array(rows * heads.length * plane);
    const layers = new Map<number, Float32Array>();
    for (const [index, [layer, head]] of heads.entries()) {
      const weights = layers.get(layer) ?? (await readFloats(required(outputs, `cross_attentions.${layer}`)));
      layers.set(layer, weights);
      for (let row = 0; row < rows; row += 1) {
        const at = (row * this.config.heads + head) * plane;
        gathered.set(weights.subarray(at, at + plane), (row * heads.length + index) * plane);
      }
    }
    return gathered;
  }
}

/**
 * Each is read to compare steps, and the one that agrees best decides: how much roundings matter depends on the text and on the sound. The
 * graph itself gives scores that agree to between 0.96 and 0.9999 if it reads a token alone or beside another one. In OpenAI's
 * vocabularies they are a comma, a full stop and a word.
 */
const COMPARED_TOKENS = [11, 13, 440];
/** Correlation of scores that are the same but for roundings. */
const LEAST_CORRELATION = 0.99;

/** Whether scores agree: roundings of activations to bytes differ in single units. */
function isAlike(own: Float32Array, given: Float32Array): boolean {
  let products = 0;
  let squares = 0;
  let givenSquares = 0;
  for (const [index, value] of own.entries()) {
    const other = given[index] ?? 0;
    products += value * other;
    squares += value * value;
    givenSquares += other * other;
  }
  return own.length === given.length && products > LEAST_CORRELATION * Math.sqrt(squares * givenSquares);
}

/** What a run of the decoder has read: so many hypotheses, so many tokens each. */
interface Read {
  rows: number;
  tokens: number;
}

/** Releases what `gatherAll` has made of tensors that may be among its results themselves. */
function releaseCopies(
  gathered: Readonly<Record<string, OrtTensor>>,
  originals: Readonly<Record<string, OrtTensor>>,
): void {
  const copies = Object.entries(gathered).filter(([name, tensor]) => tensor !== originals[name]);
  releaseTensors(Object.fromEntries(copies));
}

async function gatherAll(
  tensors: Readonly<Record<string, OrtTensor>>,
  rows: readonly number[],
): Promise<Record<string, OrtTensor>> {
  const gathered = Object.entries(tensors).map(
    async ([name, tensor]) => [name, await gatherRows(tensor, rows)] as const,
  );
  return Object.fromEntries(await Promise.all(gathered));
}

function presentName(past: string): string {
  return past.replace('past_key_values', 'present');
}

function pastOf(
  outputs: Readonly<Record<string, OrtTensor>>,
  names: readonly string[],
): Record<string, OrtTensor> {
  return Object.fromEntries(
    names.map((name) => [name.replace('present', 'past_key_values'), required(outputs, name)]),
  );
}

function required(outputs: Readonly<Record<string, OrtTensor>>, name: string): OrtTensor {
  const tensor = outputs[name];
  if (!tensor) throw new Error(`The speech model gave no ${name}.`);
  return tensor;
}
