import { existsSync } from 'node:fs';
import type { TokenClassifier } from '../../src/language/text/text-models.ts';
import { configureNodeRuntime, filesIn, useWasmRuntime } from './node-runtime.ts';

export type MiniatureClassifier = TokenClassifier & { dispose(): Promise<void> };

/** A miniature that labels words, as add-ons see it, for tests in Node. */
export const miniatureClassifier = (name: 'mini-ner' | 'mini-pii'): Promise<MiniatureClassifier> =>
  classifierIn(new URL(`../fixtures/mini/${name}/`, import.meta.url), name, 'q8');

const RAMPART = new URL('../../../shared/models/rampart/', import.meta.url);

/** Whether the real weights for personal data are beside the project. */
export const hasRampart = existsSync(RAMPART);

/** The real model for personal data, from beside the project. */
export const rampartClassifier = (): Promise<MiniatureClassifier> =>
  classifierIn(RAMPART, 'rampart-pii', 'q4');

async function classifierIn(folder: URL, modelId: string, dtype: string): Promise<MiniatureClassifier> {
  await useWasmRuntime();
  const { loadTokenClassifier } = await import('../../src/language/text/token-classifier.ts');
  const model = await loadTokenClassifier({
    files: filesIn(folder),
    device: 'wasm',
    dtype: { model: dtype },
    configureRuntime: configureNodeRuntime,
  });
  return {
    modelId,
    labels: async () => model.labels,
    labelWords: (words) => model.labelWords(words),
    dispose: () => model.dispose(),
  };
}
