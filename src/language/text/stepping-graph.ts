import { withByteProducts } from '../../engine/onnx/byte-products.ts';
import { withLastScores } from '../../engine/onnx/last-scores.ts';
import type { OrtSession } from '../../engine/onnx/onnx-sessions.ts';
import { readModelFile } from '../../engine/onnx/read-model-file.ts';
import { transformersRuntime } from '../../engine/onnx/transformers-runtime.ts';
import { type ModelFiles, responseOf } from '../../engine/onnx/with-model-files.ts';
import type { LoadTextModelOptions } from './load-text-model.ts';

const GRAPH = /(^|\/)model[^/]*\.onnx$/;
/** For a moment, such a graph is in memory four times. */
const MOST_BYTES = 256 * 2 ** 20;

/** A second form of a language model's graph, for the CPU, that reads single tokens much faster where its weights are packed in blocks. */
export class SteppingGraph {
  readonly #options: LoadTextModelOptions;
  #graph: Uint8Array | null = null;
  /** Whether the graph that was read is not as it was published. */
  isEdited = false;

  constructor(options: LoadTextModelOptions) {
    this.#options = options;
  }

  /** The model's files; its graph gives the scores that are needed. */
  readonly files: ModelFiles = async (path) => {
    const response = await this.#options.files(path);
    const length = Number(response.headers.get('content-length') ?? 0);
    if (this.#options.device !== 'wasm' || !GRAPH.test(path) || !response.ok || length > MOST_BYTES)
      return response;
    const bytes = await readModelFile(path, response, () => undefined);
    try {
      this.#graph = withByteProducts(bytes);
      const edited = withLastScores(bytes);
      this.isEdited = edited !== null || this.#graph !== null;
      return responseOf(edited ?? bytes);
    } catch {
      // An unreadable file is not a model; the runtime reports that when it opens it.
      return responseOf(bytes);
    }
  };

  /** Null where it would be no faster. Called once, after the graph was read. */
  async open(): Promise<OrtSession | null> {
    const graph = this.#graph;
    this.#graph = null;
    if (!graph) return null;
    try {
      return await transformersRuntime().InferenceSession.create(graph, {
        executionProviders: ['wasm'],
        logSeverityLevel: 4,
      });
    } catch (error) {
      // Without it, the model is slow.
      console.warn(error);
      return null;
    }
  }
}
