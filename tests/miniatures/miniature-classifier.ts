import type { TokenClassifier } from '../../src/engine/text/text-models.ts';
import { configureNodeRuntime, filesIn, useWasmRuntime } from './node-runtime.ts';

export type MiniatureClassifier = TokenClassifier & { dispose(): Promise<void> };

/** A miniature that labels words, as add-ons see it, for tests in Node. */
export async function miniatureClassifier(name: 'mini-ner' | 'mini-pii'): Promise<MiniatureClassifier> {
  await useWasmRuntime();
  const { loadTokenClassifier } = await import('../../src/engine/text/token-classifier.ts');
  const model = await loadTokenClassifier({
    files: filesIn(new URL(`../fixtures/mini/${name}/`, import.meta.url)),
    device: 'wasm',
    dtype: { model: 'q8' },
    configureRuntime: configureNodeRuntime,
  });
  return {
    modelId: name,
    labels: async () => model.labels,
    labelWords: (words) => model.labelWords(words),
    dispose: () => model.dispose(),
  };
}
