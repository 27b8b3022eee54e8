import type { Tensor } from 'onnxruntime-web/wasm';
import { AppError } from '../../../../lib/errors/errors.ts';
import { msg } from '../../../../lib/errors/msg.ts';
import { SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';
import { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { trailingRepetition } from '../../../decoding/repetition.ts';
import { nemoLogMel } from '../../../features/nemo-log-mel.ts';
import { floats, type OnnxGraph } from '../../../onnx/onnx-graph.ts';
import type { HotWord } from '../../asr-engine.ts';
import { bestLogit } from '../decoding/emitted-token.ts';
import { spreadTokens } from '../words/spread-tokens.ts';
import type { TokenTable } from '../words/token-table.ts';
import type { Recogniser, TimedToken } from './recogniser.ts';

const AUDIO_INPUT = 'audio_signal';
const CACHE_INPUT = 'decoder_mems';
const END = '<|endoftext|>';
/** Shorter audio contains no word. */
const FEWEST_FEATURE_FRAMES = 16;
/** Nobody speaks faster; a model that does not end is stopped. */
const MOST_TOKENS_PER_SECOND = 12;

interface CanaryGraphs {
  encoder: OnnxGraph;
  decoder: OnnxGraph;
}

/**
 * Canary Flash (FastConformer encoder, Transformer decoder) in NeMo's own ONNX export: the encoder takes `audio_signal` [1, bins,
 * frames] and `length` and returns `encoder_embeddings` and `encoder_mask`; the decoder takes those, `input_ids` and what it
 * remembers of earlier ones (`decoder_mems` [layers, 1, tokens, width]), and returns `logits` and `decoder_hidden_states`, the new
 * memory. It requires the language, and gives no times: tokens are spread over the sound.
 */
export class CanaryRecogniser implements Recogniser {
  readonly requiresLanguage = true;
  readonly #bins: number;
  readonly #graphs: CanaryGraphs;
  readonly #table: TokenTable;

  constructor(graphs: CanaryGraphs, table: TokenTable) {
    this.#graphs = graphs;
    this.#table = table;
    const bins = graphs.encoder.shape(AUDIO_INPUT)[1] ?? -1;
    this.#bins = bins > 0 ? bins : 128;
  }

  async recognise(
    pcm: Float32Array,
    signal: AbortSignal,
    _hotWords?: readonly HotWord[],
    language = 'en',
  ): Promise<TimedToken[]> {
    const cancellation = new CancellationPoint(signal);
    await cancellation.check();
    const features = nemoLogMel(pcm, this.#bins);
    if (features.frames < FEWEST_FEATURE_FRAMES) return [];
    const { encoder } = this.#graphs;
    const output = await encoder.run({
      [AUDIO_INPUT]: encoder.tensor(AUDIO_INPUT, [1, features.bins, features.frames], features.data),
      length: encoder.tensor('length', [1], [features.frames]),
    });
    const encoded = {
      encoder_embeddings: output('encoder_embeddings'),
      encoder_mask: output('encoder_mask'),
    };
    const most = Math.ceil((pcm.length / SAMPLE_RATE) * MOST_TOKENS_PER_SECOND);
    const end = this.#id(END);
    const tokens: { id: number; probability: number }[] = [];
    let ids = this.#prompt(language);
    let cache = this.#emptyCache();
    while (tokens.length < most) {
      await cancellation.check();
      const step = await this.#step(ids, encoded, cache);
      if (step.id === end) break;
      tokens.push({ id: step.id, probability: step.probability });
      const loop = trailingRepetition(tokens.map((token) => token.id));
      if (loop) {
        tokens.length -= loop.phrase * (loop.repeats - 1);
        break;
      }
      ids = [step.id];
      cache = step.cache;
    }
    const timed = tokens.map(({ id, probability }) => ({ text: this.#table.pieces[id] ?? '', probability }));
    return spreadTokens(timed, pcm);
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#graphs.encoder.release(), this.#graphs.decoder.release()]);
  }

  async #step(ids: readonly number[], encoded: Record<string, Tensor>, cache: Tensor) {
    const { decoder } = this.#graphs;
    const output = await decoder.run({
      ...encoded,
      input_ids: decoder.tensor('input_ids', [1, ids.length], ids),
      [CACHE_INPUT]: cache,
    });
    const logits = floats(output('logits'));
    const size = output('logits').dims.at(-1) ?? logits.length;
    const { index, probability } = bestLogit(logits, logits.length - size, size);
    return { id: index, probability, cache: output('decoder_hidden_states') };
  }

  #emptyCache(): Tensor {
    const { decoder } = this.#graphs;
    const [layers = 1, , , width = 1] = decoder.shape(CACHE_INPUT);
    return decoder.tensor(CACHE_INPUT, [layers, 1, 0, width], []);
  }

  /** Prompt tokens for a transcript in the language that is spoken, with punctuation. */
  #prompt(language: string): number[] {
    const spoken = `<|${language}|>`;
    return [
      '▁',
      '<|startofcontext|>',
      '<|startoftranscript|>',
      '<|emo:undefined|>',
      spoken,
      spoken,
      '<|pnc|>',
      '<|noitn|>',
      '<|notimestamp|>',
      '<|nodiarize|>',
    ].map((name) => this.#id(name));
  }

  #id(name: string): number {
    const id = this.#table.names?.indexOf(name) ?? -1;
    if (id >= 0) return id;
    throw new AppError(
      'model_missing',
      msg`The model's token table has no ${name}: the file may be damaged or of another model.`,
      {
        remedy: msg`Delete the model and install it again.`,
      },
    );
  }
}
