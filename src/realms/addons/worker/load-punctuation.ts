import type { PunctuationTools } from '../../../addons/punctuation_enhanced/punctuation-tools.ts';
import { loadOnnxRuntime } from '../../../engine/onnx/onnx-runtime.ts';
import { chooseStageModel } from '../../../models/choice/choose-stage-model.ts';
import { configureOnnxRuntime } from '../../../models/device/configure-onnx.ts';
import { openModelFile } from '../../../models/store/model-files.ts';
import { takeModel } from './take-model.ts';

const USE = 'punctuation_enhanced';

/** What is installed to punctuate a language: a punctuation model, otherwise a sentence splitter, otherwise nothing. */
export function punctuationTools(language: string): Promise<PunctuationTools> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = load(language);
  loaded.set(language, loading);
  loading.catch(() => loaded.delete(language));
  return loading;
}

const loaded = new Map<string, Promise<PunctuationTools>>();

async function load(language: string): Promise<PunctuationTools> {
  const chosen = await chooseStageModel('token-classification', USE, language);
  if (chosen) {
    const { loadPunctuationModel } = await import('../../../language/punctuation/punctuation-model.ts');
    return {
      labelWords: async (words) => (await takeModel(chosen, loadPunctuationModel)).labelWords(words),
    };
  }
  const splitting = await chooseStageModel('nnsplit', USE, language);
  if (!splitting) return {};
  const { loadSentenceSplitter } = await import('../../../language/punctuation/sentence-splitter.ts');
  const splitter = await loadSentenceSplitter({
    // A network this small gains nothing from threads.
    runtime: await loadOnnxRuntime('wasm', (env) => configureOnnxRuntime(env, 1)),
    files: (path) => openModelFile(splitting.model.id, path),
    language,
  });
  return { sentenceEnds: (words) => splitter.sentenceEnds(words) };
}
