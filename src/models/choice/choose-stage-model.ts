import { type Capabilities, type DeviceChoice, detectCapabilities } from '../device/capabilities.ts';
import type { StageModel, TranslatingModel } from '../manifest/manifest.ts';
import { isFixture } from '../manifest/manifest-files.ts';
import { chooseInstalledDevice, type Installation, readInstallations } from '../store/installations.ts';

/** An installed model, and where it runs. */
export interface ChosenModel<Model extends StageModel | TranslatingModel = StageModel> {
  model: Model;
  choice: DeviceChoice;
}

/**
 * The first model of an engine, installed and fitting this device, for a use and a transcription language; null if
 * there is none.
 */
export async function chooseStageModel(
  engine: StageModel['engine'],
  use: string,
  language: string,
): Promise<ChosenModel | null> {
  return chooseInstalled(
    (model): model is StageModel =>
      'uses' in model &&
      model.engine === engine &&
      model.uses.includes(use) &&
      (model.languages === 'all' || model.languages.includes(language)),
  );
}

/** The manifest's first wanted model that is completely installed and fits this device. */
export async function chooseInstalled<Model extends StageModel | TranslatingModel>(
  isWanted: (model: Installation['model']) => model is Model,
): Promise<ChosenModel<Model> | null> {
  return (await listInstalled(isWanted))[0] ?? null;
}

/** All such models in manifest order; the fixtures of the tests come last. */
export async function listInstalled<Model extends StageModel | TranslatingModel>(
  isWanted: (model: Installation['model']) => model is Model,
): Promise<ChosenModel<Model>[]> {
  const [installations, capabilities] = await Promise.all([readInstallations(), detectCapabilities()]);
  const serving = installations.flatMap((installation) => {
    const { model } = installation;
    if (!isWanted(model)) return [];
    const choice = serves(installation, model, capabilities);
    return choice ? [{ model, choice }] : [];
  });
  return serving.toSorted((a, b) => Number(isFixture(a.model)) - Number(isFixture(b.model)));
}

function serves(
  installation: Installation,
  { scope }: StageModel | TranslatingModel,
  capabilities: Capabilities,
): DeviceChoice | null {
  if (scope === 'synthetic' && !installation.given) return null;
  const choice = chooseInstalledDevice(installation, capabilities);
  return choice?.fits ? choice : null;
}
