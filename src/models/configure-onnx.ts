import asyncifyGlue from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import asyncifyBinary from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import jspiGlue from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import jspiBinary from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import wasmGlue from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmBinary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { Env } from 'onnxruntime-web/wasm';
import { appAddress } from '../lib/app-origin.ts';
import type { Device } from './manifest.ts';

/**
 * Builds of the ONNX runtime. `wasm` runs on the CPU only and is the fastest there; `jspi` and `asyncify` also
 * support WebGPU. `jspi` is smaller and faster but needs WebAssembly that can wait for promises.
 */
export type OnnxRuntimeBuild = 'wasm' | 'jspi' | 'asyncify';

const FILES: Record<OnnxRuntimeBuild, { mjs: string; wasm: string }> = {
  wasm: { mjs: wasmGlue, wasm: wasmBinary },
  jspi: { mjs: jspiGlue, wasm: jspiBinary },
  asyncify: { mjs: asyncifyGlue, wasm: asyncifyBinary },
};

/** The build for this device. */
export function onnxBuildFor(device: Device): OnnxRuntimeBuild {
  if (device === 'wasm') return 'wasm';
  return 'Suspending' in WebAssembly ? 'jspi' : 'asyncify';
}

/**
 * Configures one copy of the ONNX runtime before its first session: its files come from this app's origin, never from
 * a CDN, and it starts no proxy worker, because Earshot's workers already are workers. `threads` above 1 needs a
 * cross-origin isolated page. A `build` other than `wasm` needs the runtime copy with WebGPU
 * (`onnxruntime-web/webgpu`).
 */
export function configureOnnxRuntime(
  env: Pick<Env, 'wasm' | 'logLevel'>,
  threads: number,
  build: OnnxRuntimeBuild = 'wasm',
): void {
  const { mjs, wasm } = FILES[build];
  env.wasm.wasmPaths = { mjs: appAddress(mjs), wasm: appAddress(wasm) };
  env.wasm.numThreads = threads;
  env.wasm.proxy = false;
  // A failed run would log whole tensors.
  env.logLevel = 'error';
}
