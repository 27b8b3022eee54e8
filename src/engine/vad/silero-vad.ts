import { type Env, env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { manyFrames } from './many-frames.ts';
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
const INPUT_SAMPLES = CONTEXT_SAMPLES + VAD_FRAME_SAMPLES;
const STATE_SIZE = 2 * 128;
const RATE = new Tensor('int64', BigInt64Array.of(16_000n), []);
/** A frame entirely below this (−80 dB of full scale) is silence; the model is not needed. */
const SILENCE_AMPLITUDE = 1e-4;

/** Most frames in one run; two seconds. */
const MOST_FRAMES = 64;

/** Silero VAD v5 (github.com/snakers4/silero-vad): the probability that a frame holds speech. */
export class SileroVad {
  readonly #session: InferenceSession;
  /** 1 with the published graph. */
  readonly #framesAtOnce: number;

  private constructor(session: InferenceSession, framesAtOnce: number) {
    this.#session = session;
    this.#framesAtOnce = framesAtOnce;
  }

  /**
   * @param bytes of the ONNX file. One thread: the network is too small to benefit from more.
   * @param rebuild makes a graph of it that takes many frames, if it can
   */
  static async open(
    bytes: Uint8Array,
    configure: ConfigureRuntime,
    rebuild: typeof manyFrames = manyFrames,
  ): Promise<SileroVad> {
    configure(env, 1);
    const open = (model: Uint8Array) =>
      InferenceSession.create(model, { executionProviders: ['wasm'], logSeverityLevel: 3 });
    const rebuilt = rebuild(bytes);
    if (rebuilt) {
      try {
        return new SileroVad(await open(rebuilt), MOST_FRAMES);
      } catch (error) {
        console.error(error);
      }
    }
    return new SileroVad(await open(bytes), 1);
  }

  createMemory(): VadMemory {
    return { state: new Float32Array(STATE_SIZE), context: new Float32Array(CONTEXT_SAMPLES) };
  }

  /**
   * Probabilities, 0 to 1, that each of the frames (512 samples, ±1) contains speech; updates `memory` for those that
   * follow.
   */
  async probabilities(frames: readonly Float32Array[], memory: VadMemory): Promise<number[]> {
    const probabilities = new Array<number>(frames.length).fill(0);
    const heard: { index: number; input: Float32Array }[] = [];
    for (const [index, frame] of frames.entries()) {
      const input = new Float32Array(INPUT_SAMPLES);
      input.set(memory.context);
      input.set(frame, CONTEXT_SAMPLES);
      memory.context.set(frame.subarray(VAD_FRAME_SAMPLES - CONTEXT_SAMPLES));
      if (frame.some((sample) => Math.abs(sample) >= SILENCE_AMPLITUDE)) heard.push({ index, input });
    }
    for (let from = 0; from < heard.length; from += this.#framesAtOnce) {
      const some = heard.slice(from, from + this.#framesAtOnce);
      const found = await this.#run(
        some.map(({ input }) => input),
        memory,
      );
      for (const [row, { index }] of some.entries()) probabilities[index] = found[row] ?? 0;
    }
    return probabilities;
  }

  async #run(inputs: readonly Float32Array[], memory: VadMemory): Promise<Float32Array> {
    const samples = new Float32Array(inputs.length * INPUT_SAMPLES);
    for (const [row, input] of inputs.entries()) samples.set(input, row * INPUT_SAMPLES);
    const { output, stateN } = await this.#session.run({
      input: new Tensor('float32', samples, [inputs.length, INPUT_SAMPLES]),
      state: new Tensor('float32', memory.state, [2, 1, STATE_SIZE / 2]),
      ...(this.#session.inputNames.includes('sr') && { sr: RATE }),
    });
    if (!(output?.data instanceof Float32Array) || !(stateN?.data instanceof Float32Array)) {
      throw new Error('The voice activity model gave no probability.');
    }
    memory.state.set(stateN.data);
    return output.data;
  }
}
