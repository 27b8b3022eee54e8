import { OnnxGraph } from '../onnx/onnx-graph.ts';
import { type ConfigureRuntime, loadOnnxRuntime } from '../onnx/onnx-runtime.ts';
import { readModelFile } from '../onnx/read-model-file.ts';
import { withExactFilters } from './exact-filters.ts';
import { SegmentationModel } from './segmentation-model.ts';
import { VoiceEmbedder, type VoiceFrontEnd } from './voice-embedder.ts';
import { WindowDiarizer } from './window-diarizer.ts';

/** An ONNX file: its path, for messages, and its bytes. */
export interface GraphSource {
  path: string;
  open(): Promise<Response>;
}

export interface LoadDiarizerOptions {
  segmentation: GraphSource;
  embedding: GraphSource & { frontEnd: VoiceFrontEnd };
  /** Configures the ONNX runtime; by default the runtime finds its files beside its own code. */
  configureRuntime?: ConfigureRuntime | undefined;
}

/** Loads the diarization models for the CPU. Throws AppError `model_missing` if a file is missing or unusable. */
export async function loadDiarizer(options: LoadDiarizerOptions): Promise<WindowDiarizer> {
  const runtime = await loadOnnxRuntime('wasm', options.configureRuntime ?? (() => undefined));
  const read = async ({ path, open: openFile }: GraphSource) =>
    readModelFile(path, await openFile(), () => undefined);
  const open = (name: string, bytes: Uint8Array) =>
    OnnxGraph.open({ runtime, name, bytes, externalData: [], device: 'wasm' });
  const filtered = withExactFilters(await read(options.segmentation));
  const segmentation = new SegmentationModel(await open(options.segmentation.path, filtered));
  try {
    const { path, frontEnd } = options.embedding;
    const embedder = new VoiceEmbedder(await open(path, await read(options.embedding)), frontEnd);
    return new WindowDiarizer(segmentation, embedder);
  } catch (error) {
    await segmentation.dispose();
    throw error;
  }
}
