import type { Tensor } from 'onnxruntime-web/wasm';
import { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { nemoLogMel } from '../../../features/nemo-log-mel.ts';
import { floats, type OnnxGraph } from '../../../onnx/onnx-graph.ts';
import type { HotWord } from '../../asr-engine.ts';
import { decodeTdt, type TdtStep } from '../decoding/greedy-tdt.ts';
import { HotWordBias } from '../decoding/hot-word-bias.ts';
import { HotWordTrie } from '../decoding/hot-word-trie.ts';
import type { TokenTable } from '../words/token-table.ts';
import type { Recogniser, TimedToken } from './recogniser.ts';

/** Eight feature frames of 10 ms make one encoder frame. */
const FRAME_SECONDS = 0.08;
/** Shorter audio contains no word, and the encoder's subsampling needs a few frames. */
const FEWEST_FEATURE_FRAMES = 16;
const MAX_TOKENS_PER_FRAME = 10;
const AUDIO_INPUT = 'audio_signal';

interface ParakeetGraphs {
  encoder: OnnxGraph;
  /** Predictor and joiner in one graph. */
  decoderJoint: OnnxGraph;
}

/** Cell and hidden state of the predictor's LSTM. */
type PredictorState = readonly [Tensor, Tensor];

/**
 * Parakeet TDT (FastConformer encoder, LSTM predictor) in NeMo's own ONNX export: the encoder takes `audio_signal`
 * [1, bins, frames] and `length` and returns `outputs` [1, dim, frames / 8] and `encoded_lengths`; `decoder_joint`
 * takes one frame, the previous token and the LSTM's states, and returns the logits of all tokens (blank last), then
 * of all durations.
 */
export class ParakeetRecogniser implements Recogniser {
  private readonly bins: number;

  constructor(
    private readonly graphs: ParakeetGraphs,
    private readonly table: TokenTable,
  ) {
    const bins = graphs.encoder.shape(AUDIO_INPUT)[1] ?? -1;
    this.bins = bins > 0 ? bins : 128;
  }

  async recognise(
    pcm: Float32Array,
    signal: AbortSignal,
    hotWords: readonly HotWord[] = [],
  ): Promise<TimedToken[]> {
    const cancellation = new CancellationPoint(signal);
    await cancellation.check();
    const features = nemoLogMel(pcm, this.bins);
    if (features.frames < FEWEST_FEATURE_FRAMES) return [];
    const { encoder } = this.graphs;
    const output = await encoder.run({
      [AUDIO_INPUT]: encoder.tensor(AUDIO_INPUT, [1, features.bins, features.frames], features.data),
      length: encoder.tensor('length', [1], [features.frames]),
    });
    const encoded = output('outputs');
    const [, dim = 0, allFrames = 0] = encoded.dims;
    const values = floats(encoded);
    const frames = Math.min(Number(output('encoded_lengths').data[0] ?? 0), allFrames);
    const durations = Array.from({ length: this.durationClasses() }, (_, skip) => skip);
    const trie = new HotWordTrie(hotWords, this.table);
    const tokens = await decodeTdt<PredictorState>({
      frames,
      blank: this.table.blank,
      durations,
      maxTokensPerFrame: MAX_TOKENS_PER_FRAME,
      initialState: this.initialState(),
      bias: trie.isEmpty ? undefined : new HotWordBias(trie, this.table.blank),
      step: async (frame, previousToken, state) => {
        await cancellation.check();
        const column = Float32Array.from({ length: dim }, (_, row) => values[row * allFrames + frame] ?? 0);
        return this.step(column, previousToken, state);
      },
    });
    return tokens.map(({ id, frame, probability }) => ({
      text: this.table.pieces[id] ?? '',
      time: frame * FRAME_SECONDS,
      probability,
    }));
  }

  async dispose(): Promise<void> {
    await Promise.all([this.graphs.encoder.release(), this.graphs.decoderJoint.release()]);
  }

  /** The last axis of the joiner's output holds tokens, then durations of 0, 1, 2, … frames. */
  private durationClasses(): number {
    const logits = this.graphs.decoderJoint.shape('outputs').at(-1) ?? -1;
    return logits > 0 ? logits - this.table.pieces.length : USUAL_DURATION_CLASSES;
  }

  private initialState(): PredictorState {
    const { decoderJoint } = this.graphs;
    return [decoderJoint.zeros('input_states_1'), decoderJoint.zeros('input_states_2')];
  }

  private async step(
    column: Float32Array,
    previousToken: number,
    [hidden, cell]: PredictorState,
  ): Promise<TdtStep<PredictorState>> {
    const { decoderJoint } = this.graphs;
    const output = await decoderJoint.run({
      encoder_outputs: decoderJoint.tensor('encoder_outputs', [1, column.length, 1], column),
      targets: decoderJoint.tensor('targets', [1, 1], [previousToken]),
      target_length: decoderJoint.tensor('target_length', [1], [1]),
      input_states_1: hidden,
      input_states_2: cell,
    });
    const logits = floats(output('outputs'));
    const vocabulary = this.table.pieces.length;
    return {
      tokenLogits: logits.subarray(0, vocabulary),
      durationLogits: logits.subarray(vocabulary),
      state: [output('output_states_1'), output('output_states_2')],
    };
  }
}

/** Parakeet's durations are 0 to 4 frames. */
const USUAL_DURATION_CLASSES = 5;
