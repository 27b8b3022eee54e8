import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import type { SentenceEncoderModel } from '../../src/language/text/sentence-encoder.ts';
import { configureNodeRuntime, filesIn, useWasmRuntime } from './node-runtime.ts';

/** MiniLM with its real weights, once the script of ../shared/models/minilm has made it there. */
const MINILM = join(PROJECT_ROOT, '.cache/minilm');

export const hasMiniLm = (): boolean => existsSync(join(MINILM, 'onnx/model_quantized.onnx'));

/** Loads it in Node, as the app does on the CPU. */
export async function loadMiniLm(): Promise<SentenceEncoderModel> {
  await useWasmRuntime();
  const { loadSentenceEncoder } = await import('../../src/language/text/sentence-encoder.ts');
  return loadSentenceEncoder({
    files: filesIn(pathToFileURL(`${MINILM}/`)),
    device: 'wasm',
    dtype: { model: 'q8' },
    configureRuntime: configureNodeRuntime,
  });
}
