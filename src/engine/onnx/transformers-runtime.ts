import * as bundled from 'onnxruntime-web/webgpu';

/** transformers.js looks for another runtime under this name, as tests in Node provide it. */
const PROVIDED = Symbol.for('onnxruntime');

/** The copy of the ONNX runtime that transformers.js uses. */
export const transformersRuntime = (): Pick<typeof bundled, 'InferenceSession' | 'Tensor'> =>
  Reflect.get(globalThis, PROVIDED) ?? bundled;

/** The device that its sessions on the GPU use; null if there is none. */
export async function gpuOfRuntime(): Promise<GPUDevice | null> {
  const device: unknown = await bundled.env.webgpu.device;
  return device ? (device as GPUDevice) : null;
}
