import type { Tensor } from 'onnxruntime-web/wasm';
import { concatenate } from '../../../lib/bytes/concatenate.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { SAMPLE_RATE } from '../../audio/windows/speech-window.ts';
import { type Features, kaldiFbank } from '../../features/kaldi-fbank.ts';
import { floats, type OnnxGraph } from '../../onnx/onnx-graph.ts';
import { CancellationPoint } from '../cancellation-point.ts';
import { decodeRnnt, type ScoredFrames } from './greedy-rnnt.ts';
import { HotWordBias } from './hot-word-bias.ts';
import { type HotWord, HotWordTrie } from './hot-word-trie.ts';
import type { Recogniser, TimedToken } from './recogniser.ts';
import type { TokenTable } from './token-table.ts';

/** Feature frames per encoder frame. */
const SUBSAMPLING = 4;
const FEATURE_HOP_SAMPLES = 160;
const FRAME_SECONDS = (SUBSAMPLING * FEATURE_HOP_SAMPLES) / SAMPLE_RATE;

/** The encoder looks ahead, so a word is emitted only once this much audio has followed it. */
const FLUSH_SECONDS = 0.8;

/** Frames scored by the joiner in one call; only a few are scored in vain at word starts. */
const SCORED_FRAMES = 8;

interface ZipformerGraphs {
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

const STATE_PREFIX = 'new_';
const FEATURES_INPUT = 'x';
const PREDICTOR_INPUT = 'y';

/**
 * Streaming zipformer RNN-T (Yao et al. 2023) in the k2 export: the encoder takes a chunk `x` and its states and
 * returns `encoder_out` and the next states as `new_…`; the decoder sees the last tokens; the joiner combines both.
 * Every window starts from scratch, so a result never depends on earlier windows.
 */
export class ZipformerRecogniser implements Recogniser {
  private readonly contextSize: number;
  private readonly predictions = new Map<string, Float32Array>();

  private constructor(
    private readonly graphs: ZipformerGraphs,
    private readonly table: TokenTable,
    private readonly sizes: ChunkSizes,
  ) {
    this.contextSize = Math.max(graphs.decoder.shape(PREDICTOR_INPUT)[1] ?? 1, 1);
  }

  /** Encodes one silent chunk to determine the encoder's sizes, because not every export states them. */
  static async open(graphs: ZipformerGraphs, table: TokenTable): Promise<ZipformerRecogniser> {
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
    return new ZipformerRecogniser(graphs, table, { chunkFrames, chunkShift, bins, encoderDim });
  }

  async recognise(
    pcm: Float32Array,
    signal: AbortSignal,
    hotWords: readonly HotWord[] = [],
  ): Promise<TimedToken[]> {
    const cancellation = new CancellationPoint(signal);
    const { encoderDim } = this.sizes;
    const encoded = await this.encodeAll(pcm, cancellation);
    const { tokens } = await decodeRnnt({
      frames: encoded.length / encoderDim,
      frameOffset: 0,
      blank: this.table.blank,
      context: this.initialContext(),
      score: async (firstFrame, tokensBefore) => {
        await cancellation.check();
        const end = (Math.floor(firstFrame / SCORED_FRAMES) + 1) * SCORED_FRAMES;
        return this.join(encoded.subarray(firstFrame * encoderDim, end * encoderDim), tokensBefore);
      },
      bias: this.biasTowards(hotWords),
    });
    return tokens.map(({ id, frame, probability }) => ({
      text: this.table.pieces[id] ?? '',
      time: frame * FRAME_SECONDS,
      probability,
    }));
  }

  async dispose(): Promise<void> {
    await Promise.all([
      this.graphs.encoder.release(),
      this.graphs.decoder.release(),
      this.graphs.joiner.release(),
    ]);
  }

  /** [frames, encoderDim] of a whole window: at most 30 s, less than a megabyte. */
  private async encodeAll(pcm: Float32Array, cancellation: CancellationPoint): Promise<Float32Array> {
    await cancellation.check();
    const { bins, chunkFrames, chunkShift } = this.sizes;
    const features = kaldiFbank(this.padToChunks(pcm), bins);
    const states = this.initialStates();
    const chunks: Float32Array[] = [];
    for (let start = 0; start + chunkFrames <= features.frames; start += chunkShift) {
      await cancellation.check();
      chunks.push((await this.encode(features, start, states)).slice());
    }
    return concatenate(chunks);
  }

  private biasTowards(hotWords: readonly HotWord[]): HotWordBias | undefined {
    const trie = new HotWordTrie(hotWords, this.table);
    return trie.isEmpty ? undefined : new HotWordBias(trie, this.table.blank);
  }

  /** The audio padded with silence to whole chunks. */
  private padToChunks(pcm: Float32Array): Float32Array {
    const frames = (pcm.length + FLUSH_SECONDS * SAMPLE_RATE) / FEATURE_HOP_SAMPLES;
    const chunks = Math.max(Math.ceil((frames - this.sizes.chunkFrames) / this.sizes.chunkShift), 0);
    const padded = new Float32Array(
      (this.sizes.chunkFrames + chunks * this.sizes.chunkShift) * FEATURE_HOP_SAMPLES,
    );
    padded.set(pcm);
    return padded;
  }

  private initialStates(): Map<string, Tensor> {
    const { encoder } = this.graphs;
    const names = encoder.inputNames.filter((name) => name !== FEATURES_INPUT);
    return new Map(names.map((name) => [name, encoder.zeros(name)]));
  }

  /** No token yet (-1), and one blank that starts the text. */
  private initialContext(): number[] {
    return [...new Array<number>(this.contextSize - 1).fill(-1), this.table.blank];
  }

  /** [frames, encoderDim] of one chunk; replaces `states` with the next ones. */
  private async encode(
    features: Features,
    firstFrame: number,
    states: Map<string, Tensor>,
  ): Promise<Float32Array> {
    const { encoder } = this.graphs;
    const chunk = features.data.slice(
      firstFrame * this.sizes.bins,
      (firstFrame + this.sizes.chunkFrames) * this.sizes.bins,
    );
    const x = encoder.tensor(FEATURES_INPUT, [1, this.sizes.chunkFrames, this.sizes.bins], chunk);
    const output = await encoder.run({ ...Object.fromEntries(states), [FEATURES_INPUT]: x });
    for (const name of states.keys()) states.set(name, output(STATE_PREFIX + name));
    return floats(output('encoder_out'));
  }

  /** Logits [frames, vocabulary] of some encoded frames. */
  private async join(encoded: Float32Array, context: readonly number[]): Promise<ScoredFrames> {
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

/** Number of cached predictions: about 5 MB at 320 values each. */
const MOST_PREDICTIONS = 4096;
