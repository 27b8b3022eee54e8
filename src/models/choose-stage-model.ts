import { detectCapabilities } from './capabilities.ts';
import { chooseInstalledDevice, readInstallations } from './installations.ts';
import type { ManifestModel } from './manifest.ts';

/**
 * The first model of the manifest that serves this use in this language, has all its files here, and fits this device;
 * null where there is none.
 *
 * @param use a word of the manifest's `uses`
 * @param language transcription language code
 */
export async function chooseStageModel(use: string, language: string): Promise<ManifestModel | null> {
  const [installations, capabilities] = await Promise.all([readInstallations(), detectCapabilities()]);
  for (const installation of installations) {
    const { model } = installation;
    if (!('uses' in model) || !model.uses.includes(use)) continue;
    if (model.languages !== 'all' && !model.languages.includes(language)) continue;
    if (chooseInstalledDevice(installation, capabilities)?.fits) return model;
  }
  return null;
}
