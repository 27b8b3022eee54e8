import type { LibraryEncoder } from '../../../client/library/search/meaning-index.ts';
import { loadSentenceEncoder, type SentenceEncoderModel } from '../../../language/text/sentence-encoder.ts';
import { chooseStageModel } from '../../../models/choice/choose-stage-model.ts';
import { configureOnnxRuntime, fetchOnnxBuild, onnxBuildFor } from '../../../models/device/configure-onnx.ts';
import { openModelFile } from '../../../models/store/model-files.ts';

let loaded: { id: string; model: Promise<SentenceEncoderModel> } | null = null;

/** The installed model that maps sentences to vectors, the one for most languages first; loaded when it is first used. */
export async function openEncoder(): Promise<LibraryEncoder | null> {
  const chosen = await chooseStageModel('sentence-embedding', 'library search', 'en');
  if (!chosen) return null;
  const { model, choice } = chosen;
  const load = async () => {
    const build = onnxBuildFor('wasm');
    await fetchOnnxBuild(build);
    return loadSentenceEncoder({
      files: (path) => openModelFile(model.id, path),
      dtype: model.dtype[choice.filesOf] ?? {},
      device: choice.device,
      // Beside a job that runs: one thread.
      configureRuntime: (env) => configureOnnxRuntime(env, 1, build),
    });
  };
  return {
    modelId: model.id,
    languages: model.languages,
    async encode(text) {
      if (loaded?.id !== model.id) {
        const former = loaded;
        const opening = { id: model.id, model: load() };
        loaded = opening;
        opening.model.catch(() => {
          if (loaded === opening) loaded = null;
        });
        void former?.model.then((old) => old.dispose()).catch(console.warn);
      }
      return (await loaded.model).encode(text);
    },
  };
}
