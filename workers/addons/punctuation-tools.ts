import type { PunctuationTools } from '../../src/addons/punctuation_enhanced/punctuation-tools.ts';
import { loadOnnxRuntime } from '../../src/engine/onnx/onnx-runtime.ts';
import { chooseStageModel } from '../../src/models/choose-stage-model.ts';
import { openModelFile } from '../../src/models/model-files.ts';
import { configureOnnxRuntime } from '../../src/models/onnx-runtime.ts';

const USE = 'punctuation_enhanced';

/** Networks of this size gain little from threads. */
const THREADS = 1;

/**
 * What is installed for punctuation in this language: a punctuation model, else one that finds sentence ends, else nothing.
 * Loaded once, and kept as long as the worker lives.
 */
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
  const model = await chooseStageModel('token-classification', USE, language);
  if (model) {
    const { loadPunctuationModel } = await import('../../src/engine/punctuation/punctuation-model.ts');
    const labeller = await loadPunctuationModel({
      files: (path) => openModelFile(model.id, path),
      dtype: model.dtype.wasm ?? {},
      configureRuntime: (env) => configureOnnxRuntime(env, THREADS),
    });
    return { labelWords: (words) => labeller.labelWords(words) };
  }
  const splitting = await chooseStageModel('nnsplit', USE, language);
  if (!splitting) return {};
  const { loadSentenceSplitter } = await import('../../src/engine/punctuation/sentence-splitter.ts');
  const splitter = await loadSentenceSplitter({
    runtime: await loadOnnxRuntime('wasm', (env) => configureOnnxRuntime(env, THREADS)),
    files: (path) => openModelFile(splitting.id, path),
    language,
  });
  return { sentenceEnds: (words) => splitter.sentenceEnds(words) };
}
