import { buildGraph } from '../kernels/index.ts';
import type { OnnxRuntime } from './onnx-runtime.ts';

/**
 * Has the runtime fetch and compile its own files now: it otherwise does so with its first session, whose model is read before that.
 * Call it on the CPU and after the runtime was configured. The caller that opens a session gets the failure.
 */
export function startRuntime({ InferenceSession }: Pick<OnnxRuntime, 'InferenceSession'>): void {
  const nothing = buildGraph({
    operators: 16,
    nodes: [{ opType: 'Identity', inputs: ['x'], outputs: ['y'] }],
    inputs: [{ name: 'x', dims: [1] }],
    outputs: [{ name: 'y', dims: [1] }],
    weights: [],
  });
  InferenceSession.create(nothing, { executionProviders: ['wasm'], logSeverityLevel: 3 })
    .then((session) => session.release())
    .catch(() => undefined);
}
