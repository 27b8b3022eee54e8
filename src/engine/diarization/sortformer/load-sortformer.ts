import { OnnxGraph } from '../../onnx/onnx-graph.ts';
import { type ConfigureRuntime, loadOnnxRuntime } from '../../onnx/onnx-runtime.ts';
import { readModelFile } from '../../onnx/read-model-file.ts';
import type { GraphSource } from '../load-diarizer.ts';
import { VoiceEmbedder, type VoiceFrontEnd } from '../voice-embedder.ts';
import { SortformerDiarizer } from './sortformer-diarizer.ts';
import { SortformerModel } from './sortformer-model.ts';

export interface LoadSortformerOptions {
  embed: GraphSource;
  step: GraphSource;
  silence: GraphSource;
  /** Null where no model for voices is installed. */
  embedding: (GraphSource & { frontEnd: VoiceFrontEnd }) | null;
  /** Configures the ONNX runtime; by default the runtime finds its files beside its own code. */
  configureRuntime?: ConfigureRuntime | undefined;
}

/**
 * Nemotron-3-Diarization and the model of voices, on the CPU. Throws AppError `model_missing` if a file is unusable.
 */
export async function loadSortformer(options: LoadSortformerOptions): Promise<SortformerDiarizer> {
  const runtime = await loadOnnxRuntime('wasm', options.configureRuntime ?? (() => undefined));
  const opened: OnnxGraph[] = [];
  const read = async ({ path, open }: GraphSource) => readModelFile(path, await open(), () => undefined);
  const graph = async (source: GraphSource) => {
    const bytes = await read(source);
    const next = await OnnxGraph.open({
      runtime,
      name: source.path,
      bytes,
      externalData: [],
      device: 'wasm',
    });
    opened.push(next);
    return next;
  };
  try {
    const silence = await read(options.silence);
    const model = new SortformerModel(
      { embed: await graph(options.embed), step: await graph(options.step) },
      silence,
    );
    const { embedding } = options;
    const embedder = embedding && new VoiceEmbedder(await graph(embedding), embedding.frontEnd);
    return new SortformerDiarizer(model, embedder);
  } catch (error) {
    await Promise.all(opened.map((session) => session.release()));
    throw error;
  }
}
