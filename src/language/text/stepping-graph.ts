import { withByteProducts, withLastScores } from '../../engine/kernels/index.ts';
import type { OrtSession } from '../../engine/kernels/sessions.ts';
import { transformersRuntime } from '../../engine/onnx/transformers-runtime.ts';
import { type ModelFiles, withEditedGraph } from '../../engine/onnx/with-model-files.ts';
import type { LoadTextModelOptions } from './load-text-model.ts';

const GRAPH = /(^|\/)model[^/]*\.onnx$/;

/** A second form of a language model's graph, for the CPU, that reads single tokens much faster where its weights are packed in blocks. */
export class SteppingGraph {
  #graph: Uint8Array | null = null;
  /** Whether the graph that was read is not as it was published. */
  isEdited = false;

  /** The model's files; its graph gives the scores that are needed. */
  readonly files: ModelFiles;

  constructor({ files, device }: Pick<LoadTextModelOptions, 'files' | 'device'>) {
    this.files = device === 'wasm' ? withEditedGraph(files, GRAPH, (graph) => this.#edit(graph)) : files;
  }

  #edit(graph: Uint8Array): Uint8Array | null {
    try {
      this.#graph = withByteProducts(graph);
      const edited = withLastScores(graph);
      this.isEdited = edited !== null || this.#graph !== null;
      return edited;
    } catch {
      // An unreadable file is not a model; the runtime reports that when it opens it.
      return null;
    }
  }

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
