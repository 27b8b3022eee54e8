import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const { resolve } = createRequire(import.meta.url);

/** Instructions as bytes: the prefix of SIMD and a LEB128 number (webassembly.github.io/spec, Binary Format, Instructions). */
const INSTRUCTIONS = {
  'i32x4.dot_i16x8_s': [0xfd, 0xba, 0x01],
  'i16x8.relaxed_dot_i8x16_i7x16_s': [0xfd, 0x92, 0x02],
  'i32x4.relaxed_dot_i8x16_i7x16_add_s': [0xfd, 0x93, 0x02],
  'f32x4.relaxed_madd': [0xfd, 0x85, 0x02],
};

// Where it fails, a new version of the runtime is faster on some processors: say so in docs/benchmarks.md.
it('is built without instructions that some processors have and others lack', async () => {
  const binary = await readFile(resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
  const counts = Object.values(INSTRUCTIONS).map((bytes) => binary.includes(Buffer.from(bytes)));
  expect(counts).toEqual([true, false, false, false]);
});
