import { type Env, env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { VAD_FRAME_SAMPLES } from './vad-frame.ts';

/**
 * Configures the ONNX runtime before its first session. Injected, because the engine does not know where the files
 * are.
 */
export type ConfigureRuntime = (env: Env, threads: number) => void;

/** The model's state for one channel. */
export interface VadMemory {
  /** LSTM state, [2, 1, 128]. */
  state: Float32Array;
  /** The last samples of the previous frame. */
  context: Float32Array;
}

const CONTEXT_SAMPLES = 64;
const STATE_SIZE = 2 * 128;
/** A frame entirely below this (−80 dB of full scale) is silence; the model is not needed. */
const SILENCE_AMPLITUDE = 1e-4;

/** Silero VAD v5 (github.com/snakers4/silero-vad): the probability that a frame holds speech. */
export class SileroVad {
  readonly #session: InferenceSession;
  readonly #rate = new Tensor('int64', BigInt64Array.of(16_000n), []);
  readonly #input = new Float32Array(CONTEXT_SAMPLES + VAD_FRAME_SAMPLES);

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  /** @param bytes of the ONNX file. One thread: the network is too small to benefit from more. */
  static async open(bytes: Uint8Array, configure: ConfigureRuntime): Promise<SileroVad> {
    configure(env, 1);
    const session = await InferenceSession.create(bytes, {
      executionProviders: ['wasm'],
      logSeverityLevel: 3,
    });
    return new SileroVad(session);
  }

  createMemory(): VadMemory {
    return { state: new Float32Array(STATE_SIZE), context: new Float32Array(CONTEXT_SAMPLES) };
  }

  /** Probability, 0 to 1, that `frame` (512 samples, ±1) contains speech; updates `memory` for the next frame. */
  async probability(frame: Float32Array, memory: VadMemory): Promise<number> {
    const silent = frame.every((sample) => Math.abs(sample) < SILENCE_AMPLITUDE);
    this.#input.set(memory.context);
    this.#input.set(frame, CONTEXT_SAMPLES);
    memory.context.set(frame.subarray(VAD_FRAME_SAMPLES - CONTEXT_SAMPLES));
    if (silent) return 0;
    const result = await this.#session.run({
      input: new Tensor('float32', this.#input, [1, this.#input.length]),
      state: new Tensor('float32', memory.state, [2, 1, 128]),
      sr: this.#rate,
    });
    const { output, stateN } = result;
    if (!(output?.data instanceof Float32Array) || !(stateN?.data instanceof Float32Array)) {
      throw new Error('The voice activity model gave no probability.');
    }
    memory.state.set(stateN.data);
    return output.data[0] ?? 0;
  }
}
