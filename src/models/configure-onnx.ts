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
 * Builds of the ONNX runtime. `wasm` drives the processor alone and is the fastest there; `jspi` and `asyncify` also
 * drive WebGPU: `jspi` is smaller and faster, where WebAssembly may wait for promises.
 */
export type OnnxRuntimeBuild = 'wasm' | 'jspi' | 'asyncify';

const FILES: Record<OnnxRuntimeBuild, { mjs: string; wasm: string }> = {
  wasm: { mjs: wasmGlue, wasm: wasmBinary },
  jspi: { mjs: jspiGlue, wasm: jspiBinary },
  asyncify: { mjs: asyncifyGlue, wasm: asyncifyBinary },
};

/** The build that drives this device. */
export function onnxBuildFor(device: Device): OnnxRuntimeBuild {
  if (device === 'wasm') return 'wasm';
  return 'Suspending' in WebAssembly ? 'jspi' : 'asyncify';
}

/**
 * Sets up one copy of the ONNX runtime before its first session: its files come from this app's own origin, never from
 * a CDN, and no proxy worker is started, since Earshot's workers are workers already.
 * `threads` above 1 needs a cross-origin isolated page. `build` other than `wasm` needs the copy of the runtime that
 * knows WebGPU (`onnxruntime-web/webgpu`).
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
  // A failed run would print whole tensors.
  env.logLevel = 'error';
}
