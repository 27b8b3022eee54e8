import type { DecoderState, GpuText, GpuTexts, GpuWindow } from '../../kernels/index.ts';
import {
  floatTensorFor,
  type OrtSession,
  type OrtTensor,
  readFloats,
  type StepDecoder,
} from '../../kernels/sessions.ts';
import { type DecoderOutput, type EncodedAudio, required } from './decoder-output.ts';
import { inTurn } from './in-turn.ts';
import { type GpuCandidate, isFitGpu } from './judge-gpu-steps.ts';
import type { WhisperConfig } from './whisper-config.ts';
import { WhisperModel } from './whisper-model.ts';

export interface GpuWhisperOptions extends GpuCandidate {
  /** The encoder, of which the output remains where it is; `encoder` puts it where the decoder on the CPU takes it from. */
  rawEncoder: OrtSession;
  stepper: StepDecoder | null;
}

/** Windows beyond the texts at once, so that a text that ends is followed by one whose sound is encoded. */
const ENCODED_AHEAD = 2;

/**
 * Writes several texts at a time on the GPU, after comparing the first with the sessions', which write all if it fails.
 */
export class GpuWhisperModel extends WhisperModel {
  readonly #rawEncoder: OrtSession;
  /** Null once the GPU is not fit. */
  #candidate: GpuCandidate | null;
  #judged: Promise<void> | null = null;
  #isTaken = false;
  readonly #windows = new WeakMap<EncodedAudio, GpuWindow>();

  constructor(encoder: OrtSession, decoder: OrtSession, config: WhisperConfig, options: GpuWhisperOptions) {
    const [own, steps, rawEncoder] = inTurn(encoder, decoder, options.rawEncoder);
    super(own, steps, config, options.stepper);
    this.#rawEncoder = rawEncoder;
    this.#candidate = options;
    void options.texts.decoder.lost.then(() => this.leaveGpu());
  }

  override get lanes(): number | null {
    if (!this.#candidate) return 1;
    return this.#isTaken ? this.#candidate.texts.most + ENCODED_AHEAD : null;
  }

  /** Leaves the decoder to the sessions, where the GPU failed. */
  leaveGpu(): void {
    this.#candidate?.texts.dispose();
    this.#candidate = null;
    this.#isTaken = false;
  }

  override encode(features: Float32Array, dims: readonly number[]): Promise<EncodedAudio> {
    return this.#candidate ? this.#encodeForGpu(features, dims) : super.encode(features, dims);
  }

  override async start(
    audio: EncodedAudio,
    tokens: readonly number[],
    withAttention: boolean,
    wanted: readonly number[] = tokens.map((_, at) => at),
  ): Promise<DecoderOutput> {
    if (this.#candidate && !this.#isTaken) {
      this.#judged ??= this.#judge(audio, this.#candidate);
      await this.#judged;
    }
    const texts = this.#candidate?.texts;
    if (!texts) return super.start(audio, tokens, withAttention);
    const { text, scores } = await texts.start(this.#windowOf(texts, audio), tokens, wanted);
    return outputOf(texts, text, scores);
  }

  override async step(
    audio: EncodedAudio,
    past: DecoderState,
    token: number,
    withAttention: boolean,
  ): Promise<DecoderOutput> {
    if (!past.gpu) return super.step(audio, past, token, withAttention);
    const { text, scores } = await past.gpu.texts.step(past.gpu.text, token);
    return outputOf(past.gpu.texts, text, scores);
  }

  override release(audio: EncodedAudio): void {
    const window = this.#windows.get(audio);
    if (window) this.#candidate?.texts.leaveWindow(window);
    super.release(audio);
  }

  override async dispose(): Promise<void> {
    this.leaveGpu();
    await super.dispose();
  }

  async #judge(audio: EncodedAudio, candidate: GpuCandidate): Promise<void> {
    const { startToken } = this.config;
    const isFit = await isFitGpu(candidate, this.#windowOf(candidate.texts, audio), startToken, {
      start: () => super.start(audio, [startToken], false),
      step: (state, token) => super.step(audio, state, token, false),
    });
    if (isFit) this.#isTaken = true;
    else this.leaveGpu();
  }

  #windowOf(texts: GpuTexts, audio: EncodedAudio): GpuWindow {
    const known = this.#windows.get(audio);
    if (known) return known;
    const { hidden, positions } = audio;
    const window = texts.window({ read: async () => onGpu(hidden) ?? readFloats(hidden), positions });
    this.#windows.set(audio, window);
    return window;
  }

  async #encodeForGpu(features: Float32Array, dims: readonly number[]): Promise<EncodedAudio> {
    const input = floatTensorFor(this.#rawEncoder, 'input_features', features, [...dims]);
    const outputs = await this.#rawEncoder.run({ input_features: input }, ['last_hidden_state']);
    const hidden = required(outputs, 'last_hidden_state');
    return { hidden, positions: hidden.dims[1] ?? this.config.audioPositions };
  }
}

/** The attention remains on the GPU until the text has ended. */
function outputOf(texts: GpuTexts, text: GpuText, logits: Float32Array): DecoderOutput {
  const state = { length: text.tokens.length, text: {}, audio: {}, own: null, gpu: { text, texts } };
  return { state, logits, vocabulary: texts.decoder.shape.vocabulary, attention: null };
}

/** Where a tensor of floats is on the GPU; null if it is not there. */
function onGpu(tensor: OrtTensor): GPUBuffer | null {
  if (tensor.location !== 'gpu-buffer' || tensor.type !== 'float32') return null;
  const buffer: unknown = Reflect.get(tensor, 'gpuBuffer');
  return buffer ? (buffer as GPUBuffer) : null;
}
