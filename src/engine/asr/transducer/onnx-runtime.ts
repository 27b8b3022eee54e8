import type { Device } from '../../../models/capabilities.ts';

/** The ONNX runtime: every build of it has the same interface. */
export type OnnxRuntime = typeof import('onnxruntime-web/wasm');

/**
 * Loads the smallest build that drives the device. The caller sets it up first (`configureOnnxRuntime` on the `env` of
 * `onnxruntime-web/wasm`, or `/webgpu`): modules are shared, so the same object is met here.
 */
export async function loadOnnxRuntime(device: Device): Promise<OnnxRuntime> {
  return device === 'webgpu' ? await import('onnxruntime-web/webgpu') : await import('onnxruntime-web/wasm');
}
