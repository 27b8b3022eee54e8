import type { LanguageFinder } from '../../../engine/asr/language-finder.ts';
import type { LoadWhisperOptions } from '../../../engine/asr/whisper/load-whisper.ts';
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
  const dtype = found?.model.dtype[found.choice.filesOf];
  if (!found || !dtype) return null;
  const { model, choice } = found;
  const { loadLanguageFinder } = await import(
    '../../../engine/asr/whisper/languages/load-language-finder.ts'
  );
  const options: LoadWhisperOptions = {
    files: (path) => openModelFile(model.id, path),
    dtype,
    device: 'wasm',
    configureRuntime: (env) => configureOnnxRuntime(env, choice.threads),
  };
  return loadLanguageFinder(options, model.id);
}
