import { namingShortage } from '../../../engine/onnx/naming-shortage.ts';
import type { MarianModel } from '../../../language/marian/marian-model.ts';
import type { LoadTextModelOptions } from '../../../language/text/load-text-model.ts';
import { madeOnce } from '../../../lib/made-once.ts';
import type { ChosenModel } from '../../../models/choice/choose-stage-model.ts';
import { detectCapabilities } from '../../../models/device/capabilities.ts';
import { configureOnnxRuntime, fetchOnnxBuild, onnxBuildFor } from '../../../models/device/configure-onnx.ts';
import type { MarianEntry, StageModel, TranslationModel } from '../../../models/manifest/manifest.ts';
import { downloadSize } from '../../../models/manifest/manifest-files.ts';
import { marianParts } from '../../../models/manifest/translation-directions.ts';
import { openModelFile } from '../../../models/store/model-files.ts';
import { LoadedModels } from './loaded-models.ts';

/** Memory in gigabytes assumed if the browser does not report it. */
const USUAL_MEMORY_GB = 4;
/** Share of it that text models may use together. */
const SHARE = 1 / 4;

const openShelf = madeOnce(async () => {
  const { memoryGb } = await detectCapabilities();
  return new LoadedModels((memoryGb ?? USUAL_MEMORY_GB) * SHARE * 1e9);
});

/** Returns a loaded model or loads it, with its files, data types and a runtime for its device. */
export async function takeModel<Model extends { dispose(): Promise<void> }>(
  chosen: ChosenModel<StageModel | TranslationModel>,
  load: (options: LoadTextModelOptions) => Promise<Model>,
): Promise<Model> {
  const { model, choice } = chosen;
  const shelf = await openShelf();
  // A model of unknown size is assumed to need all the room.
  const bytes = downloadSize(model, choice.filesOf).bytes || shelf.room;
  return shelf.get(model.id, bytes, async () => {
    const options = await textModelOptions(chosen);
    return namingShortage(model.title, () => load(options));
  });
}

/** Memory in bytes of the engine for each of its models: more than their files. */
const MARIAN_BYTES = 200e6;

/** One of Mozilla's models, in the memory of the engine that they share. */
export async function takeMarian({ id, files }: MarianEntry): Promise<MarianModel> {
  const shelf = await openShelf();
  const load = async () => {
    const { loadMarian } = await import('../../../language/marian/marian-model.ts');
    const { fetchBergamot } = await import('../../../models/device/bergamot-binary.ts');
    return loadMarian({
      files: (path) => openModelFile(id, path),
      paths: marianParts({ files }),
      binary: fetchBergamot,
    });
  };
  // A chain needs both halves at once: on a device with little memory, releasing one for the other would end the engine of both.
  const bytes = Math.min(MARIAN_BYTES, shelf.room / 2);
  const model = await shelf.get(id, bytes, load);
  if (model.isUsable) return model;
  // Another model has ended the engine of both.
  shelf.forget(id);
  return shelf.get(id, bytes, load);
}

/** Loads a model anew when it is next taken: it cannot be used any more. */
export async function dropModel(id: string): Promise<void> {
  (await openShelf()).forget(id);
}

/** How to load a model on its chosen device. */
export async function textModelOptions({
  model,
  choice,
}: ChosenModel<StageModel | TranslationModel>): Promise<LoadTextModelOptions> {
  const { webgpu } = await detectCapabilities();
  // One runtime serves all models of this worker and keeps the build that the first of them asked for.
  const build = onnxBuildFor(webgpu.supported ? 'webgpu' : 'wasm');
  await fetchOnnxBuild(build);
  return {
    files: (path) => openModelFile(model.id, path),
    dtype: model.dtype[choice.filesOf] ?? {},
    device: choice.device,
    configureRuntime: (env) => configureOnnxRuntime(env, choice.threads, build),
  };
}
