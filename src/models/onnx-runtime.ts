import wasmGlue from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmBinary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { Env } from 'onnxruntime-web/wasm';

/**
 * Sets up one copy of the ONNX runtime's WASM build before its first session: its files come from this app's own
 * origin, never from a CDN, and no proxy worker is started, since Earshot's workers are workers already.
 * `threads` above 1 needs a cross-origin isolated page.
 */
export function configureOnnxRuntime(env: Env, threads: number): void {
  env.wasm.wasmPaths = { mjs: wasmGlue, wasm: wasmBinary };
  env.wasm.numThreads = threads;
  env.wasm.proxy = false;
  // A failed run would print whole tensors.
  env.logLevel = 'error';
}
