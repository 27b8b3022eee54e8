import { buildGraph } from '../kernels/index.ts';
import type { OnnxRuntime } from './onnx-runtime.ts';

/** Milliseconds that the same work took. */
export interface DeviceTimes {
  gpu: number;
  cpu: number;
}

/** Positions, size and inner size of an encoder of Whisper base. */
const [POSITIONS, SIZE, INNER] = [1500, 512, 2048];

/**
 * Times two products of a speech model's encoder on the GPU, with the way there and back, and on the CPU with the runtime's threads. Each
 * runs once before it is timed. Call it after the runtime was configured in a build for GPUs. Throws Error if a device fails.
 */
export async function timeDevices(
  runtime: Pick<OnnxRuntime, 'InferenceSession' | 'Tensor'>,
): Promise<DeviceTimes> {
  const weight = (name: string, dims: readonly number[]) => ({
    name,
    type: 'float32' as const,
    dims,
    bytes: new Uint8Array(new Float32Array(SIZE * INNER).fill(1 / INNER).buffer),
  });
  const graph = buildGraph({
    operators: 16,
    nodes: [
      { opType: 'MatMul', inputs: ['x', 'in'], outputs: ['inner'] },
      { opType: 'MatMul', inputs: ['inner', 'out'], outputs: ['y'] },
    ],
    inputs: [{ name: 'x', dims: [POSITIONS, SIZE] }],
    outputs: [{ name: 'y', dims: [POSITIONS, SIZE] }],
    weights: [weight('in', [SIZE, INNER]), weight('out', [INNER, SIZE])],
  });
  const time = async (device: 'webgpu' | 'wasm') => {
    const session = await runtime.InferenceSession.create(graph, {
      executionProviders: [device],
      logSeverityLevel: 3,
    });
    try {
      const run = () =>
        session.run({
          x: new runtime.Tensor('float32', new Float32Array(POSITIONS * SIZE).fill(1), [POSITIONS, SIZE]),
        });
      await run();
      const startedAt = performance.now();
      await run();
      return performance.now() - startedAt;
    } finally {
      await session.release();
    }
  };
  return { gpu: await time('webgpu'), cpu: await time('wasm') };
}
