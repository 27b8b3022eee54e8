import { type Env, env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { startRuntime } from '../onnx/start-runtime.ts';
import { manyFrames } from './many-frames.ts';
import { VAD_FRAME_SAMPLES } from './vad-frame.ts';

/** Configures the ONNX runtime before its first session. Injected: the engine has no access to where the files are. */
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

  /** Has the runtime start while the model's file is fetched. */
  static prepare(configure: ConfigureRuntime): void {
    configure(env, 1);
    startRuntime({ InferenceSession });
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
   * Probabilities, 0 to 1, that each frame of 512 samples (±1) contains speech; updates `memory` for those that follow. The last frame
   * may be incomplete: silence follows.
   *
   * @param pcm read before this waits
   */
  async probabilities(pcm: Float32Array, memory: VadMemory): Promise<number[]> {
    const count = Math.ceil(pcm.length / VAD_FRAME_SAMPLES);
    const probabilities = new Array<number>(count).fill(0);
    const inputs = new Float32Array(count * INPUT_SAMPLES);
    const sounding: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const at = sounding.length * INPUT_SAMPLES;
      const frame = pcm.subarray(index * VAD_FRAME_SAMPLES, (index + 1) * VAD_FRAME_SAMPLES);
      if (!frame.some((sample) => Math.abs(sample) >= SILENCE_AMPLITUDE)) {
        keepEnd(frame, memory);
        continue;
      }
      inputs.set(memory.context, at);
      inputs.set(frame, at + CONTEXT_SAMPLES);
      inputs.fill(0, at + CONTEXT_SAMPLES + frame.length, at + INPUT_SAMPLES);
      keepEnd(frame, memory);
      sounding.push(index);
    }
    for (let from = 0; from < sounding.length; from += this.#framesAtOnce) {
      const to = Math.min(from + this.#framesAtOnce, sounding.length);
      const found = await this.#run(
        inputs.subarray(from * INPUT_SAMPLES, to * INPUT_SAMPLES),
        to - from,
        memory,
      );
      for (const [row, index] of sounding.slice(from, to).entries()) probabilities[index] = found[row] ?? 0;
    }
    return probabilities;
  }

  async #run(samples: Float32Array, rows: number, memory: VadMemory): Promise<Float32Array> {
    const { output, stateN } = await this.#session.run({
      input: new Tensor('float32', samples, [rows, INPUT_SAMPLES]),
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

/** The next frame's context: what silence fills up counts as well. */
function keepEnd(frame: Float32Array, { context }: VadMemory): void {
  context.fill(0);
  context.set(frame.subarray(VAD_FRAME_SAMPLES - CONTEXT_SAMPLES));
}
