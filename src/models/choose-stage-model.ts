import { detectCapabilities } from './capabilities.ts';
import { chooseInstalledDevice, readInstallations } from './installations.ts';
import type { ManifestModel, StageModel } from './manifest.ts';

/**
 * The first model of the manifest of this engine that serves this use in this language, has all its files here, and fits
 * this device; null where there is none.
 *
 * @param use a word of the manifest's `uses`
 * @param language transcription language code
 */
export async function chooseStageModel(
  engine: StageModel['engine'],
  use: string,
  language: string,
): Promise<StageModel | null> {
  const [installations, capabilities] = await Promise.all([readInstallations(), detectCapabilities()]);
  for (const installation of installations) {
    const { model } = installation;
    if (!isStageModel(model) || model.engine !== engine || !model.uses.includes(use)) continue;
    if (model.languages !== 'all' && !model.languages.includes(language)) continue;
    if (chooseInstalledDevice(installation, capabilities)?.fits) return model;
  }
  return null;
}

const isStageModel = (model: ManifestModel): model is StageModel => 'uses' in model;
