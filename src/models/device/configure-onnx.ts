import asyncifyGlue from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import asyncifyBinary from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import jspiGlue from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import jspiBinary from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import type { Env } from 'onnxruntime-web/wasm';
import { appAddress } from '../../lib/addresses/app-origin.ts';
import { fetchUnpacked } from '../../lib/bytes/fetch-unpacked.ts';
import { madeOnce } from '../../lib/made-once.ts';
import type { Device } from '../manifest/manifest.ts';
import { CPU_BUILD } from './cpu-build.ts';

/**
 * Builds of the ONNX runtime. `wasm` runs on the CPU only and is the fastest there; `jspi` and `asyncify` also
 * support WebGPU. `jspi` is smaller and faster but needs WebAssembly that can wait for promises.
 */
export type OnnxRuntimeBuild = 'wasm' | 'jspi' | 'asyncify';

const FILES: Record<OnnxRuntimeBuild, { mjs: string; wasm: string }> = {
  wasm: CPU_BUILD,
  jspi: { mjs: jspiGlue, wasm: jspiBinary },
  asyncify: { mjs: asyncifyGlue, wasm: asyncifyBinary },
};

/** Bytes of the build that the app holds gzipped (src/cli/build/packed-binaries.ts), once they are here. */
const unpacked = madeOnce(() => fetchUnpacked(appAddress(FILES.asyncify.wasm)));
let bytes: Uint8Array | undefined;

/** Fetches what `configureOnnxRuntime` needs of a build. Throws Error if that fails; the next call tries again. */
export async function fetchOnnxBuild(build: OnnxRuntimeBuild): Promise<void> {
  if (build !== 'asyncify') return;
  bytes = await unpacked();
}

/** The build for this device. */
export function onnxBuildFor(device: Device): OnnxRuntimeBuild {
  if (device === 'wasm') return 'wasm';
  return 'Suspending' in WebAssembly ? 'jspi' : 'asyncify';
}

/**
 * Configures one copy of the ONNX runtime before its first session: its files come from this app's origin, never from
 * a CDN, and it starts no proxy worker, because Earshot's workers already are workers. `threads` above 1 needs a
 * cross-origin isolated page. A `build` other than `wasm` needs the runtime copy with WebGPU
 * (`onnxruntime-web/webgpu`). Throws Error if `fetchOnnxBuild` was not awaited for it.
 */
export function configureOnnxRuntime(
  env: Pick<Env, 'wasm' | 'logLevel'>,
  threads: number,
  build: OnnxRuntimeBuild = 'wasm',
): void {
  const { mjs, wasm } = FILES[build];
  if (build === 'asyncify' && !bytes) throw new Error('The build of the ONNX runtime was not fetched.');
  env.wasm.wasmBinary = build === 'asyncify' ? bytes : undefined;
  env.wasm.wasmPaths = { mjs: appAddress(mjs), wasm: appAddress(wasm) };
  env.wasm.numThreads = threads;
  env.wasm.proxy = false;
  // A failed run would log whole tensors.
  env.logLevel = 'error';
}
