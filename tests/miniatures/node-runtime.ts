import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { RuntimeEnv } from '../../src/engine/asr/whisper/load-whisper.ts';

/** Makes transformers.js use the ONNX runtime's WASM build in Node. Call it before importing transformers.js. */
export async function useWasmRuntime(): Promise<void> {
  const runtime = await import('onnxruntime-web');
  Object.defineProperty(globalThis, Symbol.for('onnxruntime'), { value: runtime, configurable: true });
}

const { resolve } = createRequire(import.meta.url);
const runtimeFile = (name: string) =>
  pathToFileURL(resolve(`onnxruntime-web/ort-wasm-simd-threaded.${name}`)).href;

/** One, as far as nobody asked for more: then a run takes the processor as long as the clock. */
let threads = 1;

/** How many threads models that are loaded from now on have. */
export function useThreads(count: number): void {
  threads = count;
}

/** The build that the app uses on the CPU. */
export function configureNodeRuntime({ wasm }: RuntimeEnv): void {
  wasm.wasmPaths = { mjs: runtimeFile('mjs'), wasm: runtimeFile('wasm') };
  // Files cannot be fetched here.
  wasm.wasmBinary = new Uint8Array(readFileSync(new URL(runtimeFile('wasm'))));
  wasm.numThreads = threads;
}

/** Opens the files of a model folder on disk. */
export function filesIn(folder: URL): (path: string) => Promise<Response> {
  return async (path) => {
    const bytes = await readFile(new URL(path, folder));
    return new Response(new Uint8Array(bytes), { headers: { 'content-length': String(bytes.length) } });
  };
}
