import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { writePacked } from './write-packed.ts';

/** ONNX for browsers with a GPU and without JSPI, the engine of translation, and the model for voice activity. */
const PACKED = new RegExp(
  String.raw`^(?:onnxruntime-web\/ort-wasm-simd-threaded\.asyncify\.wasm|` +
    String.raw`@browsermt\/bergamot-translator\/worker\/bergamot-translator-worker\.wasm|` +
    String.raw`@ricky0123\/vad-web\/dist\/silero_vad_v5\.onnx)\?url$`,
);

/**
 * Puts binaries into the app as gzipped files: the two that few need, of 27 and 5 MB, would be a third of it. The other builds of the ONNX
 * runtime stay as they are, because browsers compile them while they arrive and keep the compiled code, which they do not for bytes out of
 * a script's hands. `fetchUnpacked` (src/lib/bytes/fetch-unpacked.ts) unpacks them.
 */
export function packedBinaries(): Plugin {
  return {
    name: 'earshot-packed-binaries',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      if (!PACKED.test(source)) return null;
      const file = createRequire(import.meta.url).resolve(source.replace('?url', ''));
      const packed = writePacked(file, readFileSync(file));
      // The notices name its package (third-party-notices.ts).
      return { id: `${packed}?url`, meta: { madeFrom: file } };
    },
  };
}
