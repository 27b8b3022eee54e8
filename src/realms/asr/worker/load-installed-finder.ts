import type { LanguageFinder } from '../../../engine/asr/languages/language-finder.ts';
import { loadVoxlingua } from '../../../engine/asr/languages/load-voxlingua.ts';
import { chooseLanguageFinder } from '../../../models/choice/choose-language-finder.ts';
import { detectCapabilities } from '../../../models/device/capabilities.ts';
import { configureOnnxRuntime } from '../../../models/device/configure-onnx.ts';
import type { AsrModel } from '../../../models/manifest/manifest.ts';
import { readInstallations } from '../../../models/store/installations.ts';
import { openModelFile } from '../../../models/store/model-files.ts';

/**
 * The installed model that finds languages, on the CPU; null if there is none.
 *
 * @param beside the recogniser that is already loaded
 * @param cores number of CPU cores it may use
 */
export async function loadInstalledFinder(beside: AsrModel, cores: number): Promise<LanguageFinder | null> {
  const capabilities = { ...(await detectCapabilities()), hardwareConcurrency: cores };
  const found = chooseLanguageFinder(await readInstallations(), capabilities, beside);
  if (!found) return null;
  const { model, choice } = found;
  const files = (path: string) => openModelFile(model.id, path);
  const configureRuntime = (env: Parameters<typeof configureOnnxRuntime>[0]) =>
    configureOnnxRuntime(env, choice.threads);
  if (model.engine === 'spoken-language')
    return loadVoxlingua({ by: model.id, parts: model.parts, files, configureRuntime });
  const dtype = model.dtype[choice.filesOf];
  if (!dtype) return null;
  const { loadLanguageFinder } = await import(
    '../../../engine/asr/whisper/languages/load-language-finder.ts'
  );
  return loadLanguageFinder({ files, dtype, device: 'wasm', configureRuntime }, model.id);
}
