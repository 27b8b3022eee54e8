import { sileroAddress } from './engine/vad/silero-address.ts';
import { cpuBuildAddresses } from './models/device/cpu-build.ts';
import { catalogue } from './models/manifest/catalogue.ts';
import type { ManifestModel } from './models/manifest/manifest.ts';
import { servedModels, servedUrl } from './models/store/served-models.ts';

/** The caller that saves data gets these files when a recording needs them. */
const savesData = (): boolean =>
  'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true;

/** Recognises drafts or speakers, and comes with the app. */
const isBuiltIn = (model: ManifestModel): boolean =>
  model.source === null &&
  (('scope' in model && model.scope === 'draft') ||
    model.engine === 'segmentation' ||
    model.engine === 'speaker-embedding');

/** What a first recording needs besides the app's scripts: the ONNX runtime and the models that are built in. */
async function builtInFiles(): Promise<string[]> {
  const served = await servedModels();
  const models = catalogue.filter((model) => isBuiltIn(model) && served.some(({ id }) => id === model.id));
  const files = models.flatMap(({ folder, files }) => files.map(({ path }) => servedUrl(folder, path).href));
  return [...cpuBuildAddresses(), sileroAddress(), ...files];
}

/** Has the service worker keep those that no job has needed yet, one at a time: a first recording then needs no network. */
export async function keepBuiltInFiles(): Promise<void> {
  if (savesData()) return;
  for (const address of await builtInFiles()) {
    if (await caches.match(address)) continue;
    await fetch(address, { priority: 'low' }).then((response) => response.blob());
  }
}
