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

/** Gzips the two that few need, of 27 and 5 MB. Browsers compile the others while they arrive, so these remain as they are. */
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
