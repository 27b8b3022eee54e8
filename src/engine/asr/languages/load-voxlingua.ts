import { z } from '../../../lib/zod.ts';
import { damagedModel, OnnxGraph } from '../../onnx/onnx-graph.ts';
import { type ConfigureRuntime, loadOnnxRuntime } from '../../onnx/onnx-runtime.ts';
import { readModelFile } from '../../onnx/read-model-file.ts';
import type { LanguageFinder } from './language-finder.ts';
import { VoxlinguaFinder } from './voxlingua-finder.ts';

const labelTable = z.array(z.string()).min(2);

export interface LoadVoxlinguaOptions {
  /** Id of the model. */
  by: string;
  /** Path of the graph, of the weights beside it, and of the list of its languages. */
  parts: { graph: string; data: string; labels: string };
  /** Opens a file of the model. */
  files: (path: string) => Promise<Response>;
  configureRuntime?: ConfigureRuntime | undefined;
}

/** A model of the spoken language, on the CPU. Throws AppError `model_missing` if a file is missing or unusable. */
export async function loadVoxlingua(options: LoadVoxlinguaOptions): Promise<LanguageFinder> {
  const { by, parts, files } = options;
  const runtime = await loadOnnxRuntime('wasm', options.configureRuntime ?? (() => undefined));
  const read = async (path: string) => readModelFile(path, await files(path), () => undefined);
  const [labels, bytes, data] = await Promise.all([read(parts.labels), read(parts.graph), read(parts.data)]);
  const table = readLabels(labels);
  if (!table) throw damagedModel(parts.labels);
  const path = parts.data.split('/').at(-1) ?? parts.data;
  const graph = await OnnxGraph.open({
    runtime,
    name: parts.graph,
    bytes,
    externalData: [{ path, data }],
    device: 'wasm',
  });
  return new VoxlinguaFinder(graph, table, by);
}

function readLabels(bytes: Uint8Array): string[] | null {
  try {
    return labelTable.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}
