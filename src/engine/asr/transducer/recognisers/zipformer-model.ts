import type { Tensor } from 'onnxruntime-web/wasm';
import { AppError } from '../../../../lib/errors/errors.ts';
import { msg } from '../../../../lib/errors/msg.ts';
import { SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';
import { floats, type OnnxGraph } from '../../../onnx/onnx-graph.ts';
import type { ScoredFrames } from '../decoding/greedy-rnnt.ts';
import type { TokenTable } from '../words/token-table.ts';

/** Feature frames per encoder frame. */
const SUBSAMPLING = 4;
export const FEATURE_HOP_SAMPLES = 160;
export const FRAME_SECONDS = (SUBSAMPLING * FEATURE_HOP_SAMPLES) / SAMPLE_RATE;

export interface ZipformerGraphs {
  encoder: OnnxGraph;
  decoder: OnnxGraph;
  joiner: OnnxGraph;
}

interface ChunkSizes {
  /** Feature frames per encoder chunk, and the step from one chunk to the next. */
  chunkFrames: number;
  chunkShift: number;
  bins: number;
  encoderDim: number;
}

/** The encoder's states after a chunk, by the names of its inputs. */
export type EncoderStates = ReadonlyMap<string, Tensor>;

const STATE_PREFIX = 'new_';
const FEATURES_INPUT = 'x';
const PREDICTOR_INPUT = 'y';

/** Number of cached predictions: about 5 MB at 320 values each. */
const MOST_PREDICTIONS = 4096;

/**
 * Streaming zipformer RNN-T (Yao et al. 2023) in the k2 export: the encoder takes a chunk `x` and its states and
 * returns `encoder_out` and the next states as `new_…`; the decoder sees the last tokens; the joiner combines both.
 * It keeps nothing of what it encodes, so any number of streams can use it.
 */
export class ZipformerModel {
  private readonly contextSize: number;
  private readonly predictions = new Map<string, Float32Array>();

  private constructor(
    private readonly graphs: ZipformerGraphs,
    readonly table: TokenTable,
    readonly sizes: ChunkSizes,
  ) {
    this.contextSize = Math.max(graphs.decoder.shape(PREDICTOR_INPUT)[1] ?? 1, 1);
  }

  /** Encodes one silent chunk to determine the encoder's sizes, because not every export states them. */
  static async open(graphs: ZipformerGraphs, table: TokenTable): Promise<ZipformerModel> {
    const [, chunkFrames = -1, bins = -1] = graphs.encoder.shape(FEATURES_INPUT);
    if (chunkFrames < 1 || bins < 1) {
      throw new AppError(
        'model_missing',
        msg`This zipformer is not a streaming model: its chunk has no fixed size.`,
      );
    }
    const zeros = graphs.encoder.inputNames.map((name) => [name, graphs.encoder.zeros(name)]);
    const output = await graphs.encoder.run(Object.fromEntries(zeros));
    const [, outputFrames = 0, encoderDim = 0] = output('encoder_out').dims;
    const chunkShift = outputFrames * SUBSAMPLING;
    return new ZipformerModel(graphs, table, { chunkFrames, chunkShift, bins, encoderDim });
  }

  initialStates(): EncoderStates {
    const { encoder } = this.graphs;
    const names = encoder.inputNames.filter((name) => name !== FEATURES_INPUT);
    return new Map(names.map((name) => [name, encoder.zeros(name)]));
  }

  /** No token yet (-1), and one blank that starts the text. */
  initialContext(): number[] {
    return [...new Array<number>(this.contextSize - 1).fill(-1), this.table.blank];
  }

  /** Encodes one chunk, [chunkFrames, bins], to [frames, encoderDim], with the states after it. */
  async encode(
    features: Float32Array,
    states: EncoderStates,
  ): Promise<{ encoded: Float32Array; states: EncoderStates }> {
    const { encoder } = this.graphs;
    const x = encoder.tensor(FEATURES_INPUT, [1, this.sizes.chunkFrames, this.sizes.bins], features);
    const output = await encoder.run({ ...Object.fromEntries(states), [FEATURES_INPUT]: x });
    return {
      encoded: floats(output('encoder_out')).slice(),
      states: new Map([...states.keys()].map((name) => [name, output(STATE_PREFIX + name)])),
    };
  }

  /** Logits [frames, vocabulary] of some encoded frames. */
  async join(encoded: Float32Array, context: readonly number[]): Promise<ScoredFrames> {
    const { joiner } = this.graphs;
    const rows = encoded.length / this.sizes.encoderDim;
    const prediction = await this.predict(context);
    const repeated = new Float32Array(rows * prediction.length);
    for (let row = 0; row < rows; row++) repeated.set(prediction, row * prediction.length);
    const output = await joiner.run({
      encoder_out: joiner.tensor('encoder_out', [rows, this.sizes.encoderDim], encoded),
      decoder_out: joiner.tensor('decoder_out', [rows, prediction.length], repeated),
    });
    return { logits: floats(output('logit')), rows };
  }

  async dispose(): Promise<void> {
    await Promise.all([
      this.graphs.encoder.release(),
      this.graphs.decoder.release(),
      this.graphs.joiner.release(),
    ]);
  }

  /** The predictor's output for a context; it has no state, so each is computed once. */
  private async predict(context: readonly number[]): Promise<Float32Array> {
    const key = context.join(' ');
    const known = this.predictions.get(key);
    if (known) return known;
    const { decoder } = this.graphs;
    const output = await decoder.run({
      [PREDICTOR_INPUT]: decoder.tensor(PREDICTOR_INPUT, [1, context.length], context),
    });
    const prediction = floats(output('decoder_out')).slice();
    if (this.predictions.size >= MOST_PREDICTIONS) this.predictions.clear();
    this.predictions.set(key, prediction);
    return prediction;
  }
}
