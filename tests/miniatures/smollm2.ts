import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import type { LoadedTextGenerator } from '../../src/language/text/text-generator.ts';
import { configureNodeRuntime, filesIn, useThreads, useWasmRuntime } from './node-runtime.ts';

/** SmolLM2 135M with its real weights, once the script of ../shared/models/smollm2-135m-instruct has made it there. */
const REAL_LANGUAGE_MODEL = join(PROJECT_ROOT, '.cache/smollm2-135m-instruct');
const REAL_LANGUAGE_GRAPH = join(REAL_LANGUAGE_MODEL, 'onnx/model_q4.onnx');

export const hasRealLanguageModel = (): boolean => existsSync(REAL_LANGUAGE_GRAPH);

/** Loads it in Node, as the app does on the CPU. */
export async function loadRealLanguageModel(threads: number): Promise<LoadedTextGenerator> {
  await useWasmRuntime();
  useThreads(threads);
  const { loadTextGenerator } = await import('../../src/language/text/text-generator.ts');
  return loadTextGenerator({
    files: filesIn(pathToFileURL(`${REAL_LANGUAGE_MODEL}/`)),
    device: 'wasm',
    dtype: { model: 'q4' },
    configureRuntime: configureNodeRuntime,
  });
}
