import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { PROJECT_ROOT } from './project-root.ts';

/** The build that only browsers with a GPU and without JSPI load. */
const PACKED = /^onnxruntime-web\/ort-wasm-simd-threaded\.asyncify\.wasm\?url$/;

/**
 * Puts the largest build of the ONNX runtime into the app as a gzipped file: 27 MB would be a third of the app. The others stay as they
 * are, because browsers compile them while they arrive and keep the compiled code, which they do not for bytes out of a script's hands.
 * `fetchOnnxBuild` (src/models/device/configure-onnx.ts) unpacks it.
 */
export function packedRuntime(): Plugin {
  const folder = join(PROJECT_ROOT, '.cache/packed');
  return {
    name: 'earshot-packed-runtime',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      if (!PACKED.test(source)) return null;
      const file = createRequire(import.meta.url).resolve(source.replace('?url', ''));
      // Servers send a file named .gz as an encoded response, which browsers could not read from the service worker.
      const packed = join(folder, `${basename(file)}.packed`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(packed, gzipSync(readFileSync(file), { level: 9 }));
      return `${packed}?url`;
    },
  };
}
