import type { Env } from 'onnxruntime-web/wasm';
import { watchRuntime } from '../kernels/index.ts';
import type { Device } from './device.ts';

/** Configures the runtime's files and threads before its first session. */
export type ConfigureRuntime = (env: Env, device: Device) => void;

/** The ONNX runtime; every build has the same interface. */
export type OnnxRuntime = typeof import('onnxruntime-web/wasm');

/** Loads the smallest build that supports the device, and configures it. */
export async function loadOnnxRuntime(device: Device, configure: ConfigureRuntime): Promise<OnnxRuntime> {
  const runtime =
    device === 'webgpu' ? await import('onnxruntime-web/webgpu') : await import('onnxruntime-web/wasm');
  configure(runtime.env, device);
  watchRuntime(runtime.env.wasm);
  return runtime;
}
