import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { PROJECT_ROOT } from '../project-root.ts';

/**
 * The ONNX build that only browsers with a GPU and without JSPI load, the engine of translation, and the model for voice activity.
 */
const PACKED =
  /^(?:onnxruntime-web\/ort-wasm-simd-threaded\.asyncify\.wasm|@browsermt\/bergamot-translator\/worker\/bergamot-translator-worker\.wasm|@ricky0123\/vad-web\/dist\/silero_vad_v5\.onnx)\?url$/;

/**
 * Puts binaries into the app as gzipped files: the two that few need, of 27 and 5 MB, would be a third of it. The other builds of the ONNX
 * runtime stay as they are, because browsers compile them while they arrive and keep the compiled code, which they do not for bytes out of
 * a script's hands. `fetchUnpacked` (src/lib/bytes/fetch-unpacked.ts) unpacks them.
 */
export function packedBinaries(): Plugin {
  const folder = join(PROJECT_ROOT, '.cache/packed');
  return {
    name: 'earshot-packed-binaries',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      if (!PACKED.test(source)) return null;
      const file = createRequire(import.meta.url).resolve(source.replace('?url', ''));
      // Servers send a file named .gz as an encoded response, which browsers could not read from the service worker.
      const packed = join(folder, `${basename(file)}.packed`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(packed, gzipSync(readFileSync(file), { level: 9 }));
      // The notices name its package (third-party-notices.ts).
      return { id: `${packed}?url`, meta: { madeFrom: file } };
    },
  };
}
