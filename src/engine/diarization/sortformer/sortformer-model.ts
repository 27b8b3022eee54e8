import { damagedModel, floats, type OnnxGraph } from '../../onnx/onnx-graph.ts';
import { MOST_SPEAKERS } from './speaker-cache.ts';

/** Mel frames of 10 ms in an encoder frame. */
export const MEL_PER_FRAME = 8;
export const MEL_BINS = 128;
const USUAL_WIDTH = 512;
const EMBED = { input: 'features', output: 'embeds' };
const STEP = { input: 'embeds', output: 'logits' };

interface SortformerGraphs {
  /** `features` [1, mel frames, 128] → `embeds` [1, ⌈mel frames / 8⌉, 512] */
  embed: OnnxGraph;
  /** `embeds` [1, frames, 512] → `logits` [1, 8 · frames, 8]; padding is no input */
  step: OnnxGraph;
}

/** Nemotron-3-Diarization in two stateless graphs. Throws AppError `model_missing` where they are others. */
export class SortformerModel {
  readonly #graphs: SortformerGraphs;
  readonly #width: number;
  /** Embedding of silence, as learned. */
  readonly silence: Float32Array;

  /** @param silence bytes of the embedding of silence: 512 little-endian floats */
  constructor(graphs: SortformerGraphs, silence: Uint8Array) {
    this.#graphs = graphs;
    const { embed, step } = graphs;
    const width = embed.shape(EMBED.output).at(-1) ?? -1;
    this.#width = width > 0 ? width : USUAL_WIDTH;
    refuseOtherWidth(embed, EMBED.input, MEL_BINS);
    refuseOtherWidth(step, STEP.input, this.#width);
    refuseOtherWidth(step, STEP.output, MOST_SPEAKERS);
    if (silence.byteLength !== this.#width * Float32Array.BYTES_PER_ELEMENT)
      throw damagedModel('silence_embeds.bin');
    this.silence = new Float32Array(silence.slice().buffer);
  }

  /** @param mel row-major [frames, 128] */
  async embed(mel: Float32Array): Promise<Float32Array[]> {
    const frames = mel.length / MEL_BINS;
    const { embed } = this.#graphs;
    const read = await embed.run({ [EMBED.input]: embed.tensor(EMBED.input, [1, frames, MEL_BINS], mel) });
    return rowsOf(floats(read(EMBED.output)), Math.ceil(frames / MEL_PER_FRAME), this.#width, EMBED.output);
  }

  /** Probability of each speaker, eight times for each frame. */
  async probabilities(frames: readonly Float32Array[]): Promise<Float32Array[]> {
    const { step } = this.#graphs;
    const all = new Float32Array(frames.length * this.#width);
    frames.forEach((frame, index) => {
      all.set(frame, index * this.#width);
    });
    const read = await step.run({
      [STEP.input]: step.tensor(STEP.input, [1, frames.length, this.#width], all),
    });
    const logits = floats(read(STEP.output)).map((logit) => 1 / (1 + Math.exp(-logit)));
    return rowsOf(logits, frames.length * MEL_PER_FRAME, MOST_SPEAKERS, STEP.output);
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#graphs.embed.release(), this.#graphs.step.release()]);
  }
}

/** Throws AppError `model_missing` if a graph has no such input or output, or one of another width. */
function refuseOtherWidth(graph: OnnxGraph, name: string, width: number): void {
  const found = graph.shape(name).at(-1) ?? 0;
  if (found !== width && found !== -1) throw damagedModel(name);
}

function rowsOf(values: Float32Array, rows: number, width: number, name: string): Float32Array[] {
  if (values.length !== rows * width) throw damagedModel(name);
  return Array.from({ length: rows }, (_, row) => values.subarray(row * width, (row + 1) * width));
}
