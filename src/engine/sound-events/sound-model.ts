import { floats, OnnxGraph } from '../onnx/onnx-graph.ts';
import type { OnnxRuntime } from '../onnx/onnx-runtime.ts';
import { readModelFile } from '../onnx/read-model-file.ts';

/** A window of YAMNet: 0.975 s at 16 kHz. */
export const SOUND_WINDOW = 15_600;

/** A quiet window is made this loud (RMS), as far as the gain allows: the network was trained on loud sound. */
const LEVEL = 0.1;
const MOST_GAIN = 8;

const GRAPH = 'yamnet.onnx';
const LABELS = 'labels.txt';

/** Scores of all labels in each of some windows. */
export type ScoreSounds = (windows: readonly Float32Array[]) => Promise<Float32Array[]>;

/** YAMNet: how much each of 521 kinds of sound is in a window. */
export class SoundModel {
  private constructor(
    private readonly graph: OnnxGraph,
    /** AudioSet's names, in the order of the scores. */
    readonly labels: readonly string[],
  ) {}

  /** Opens the model's files by name. Throws AppError `model_missing` if a file is missing or unusable. */
  static async load(runtime: OnnxRuntime, files: (path: string) => Promise<Response>): Promise<SoundModel> {
    const read = async (path: string) => readModelFile(path, await files(path), () => undefined);
    const labels = new TextDecoder()
      .decode(await read(LABELS))
      .trim()
      .split('\n');
    const bytes = await read(GRAPH);
    const graph = await OnnxGraph.open({ runtime, name: GRAPH, bytes, externalData: [], device: 'wasm' });
    return new SoundModel(graph, labels);
  }

  /** @param windows of `SOUND_WINDOW` samples, ±1; a shorter one is followed by silence */
  score: ScoreSounds = async (windows) => {
    const samples = new Float32Array(windows.length * SOUND_WINDOW);
    for (const [index, window] of windows.entries()) samples.set(levelled(window), index * SOUND_WINDOW);
    const [input = ''] = this.graph.inputNames;
    const shape = [windows.length, SOUND_WINDOW];
    const read = await this.graph.run({ [input]: this.graph.tensor(input, shape, samples) });
    const scores = floats(read('scores'));
    const count = this.labels.length;
    return windows.map((_, index) => scores.slice(index * count, (index + 1) * count));
  };

  async dispose(): Promise<void> {
    await this.graph.release();
  }
}

function levelled(window: Float32Array): Float32Array {
  let power = 0;
  let peak = 0;
  for (const sample of window) {
    power += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  const wanted = LEVEL / Math.max(Math.sqrt(power / SOUND_WINDOW), 1e-9);
  const gain = Math.min(Math.max(wanted, 1), MOST_GAIN);
  const scale = gain / Math.max(gain * peak, 1);
  return scale === 1 ? window : window.map((sample) => sample * scale);
}
