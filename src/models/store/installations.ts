import type { Message } from '../../lib/errors/msg.ts';
import type { ModelFileRecord } from '../../storage/database/records.ts';
import {
  type Capabilities,
  type DeviceChoice,
  describeDevice,
  describeGpuFilesOnWasm,
  detectCapabilities,
  hasFilesFor,
} from '../device/capabilities.ts';
import { catalogue } from '../manifest/catalogue.ts';
import type { ManifestModel, ModelFile } from '../manifest/manifest.ts';
import { acceptsSha256 } from '../manifest/manifest-files.ts';
import { ownModels } from '../own/own-models.ts';
import { type ServedModel, servedModels } from './served-models.ts';
import { storedModelFiles } from './stored-model-files.ts';

/** What is installed of one model. */
export interface Installation {
  model: ManifestModel;
  /** Files in this browser's storage, complete or partial, by path. */
  stored: ReadonlyMap<string, ModelFileRecord>;
  /** Files under /models/ on the app's origin that match the manifest, by path. */
  served: ReadonlySet<string>;
  /** Number of parts of those that are joined and stored before they are used. */
  inParts: ReadonlyMap<string, number>;
  /** Supplied when the server was started. */
  given: boolean;
  /** Paths that can be opened from either place. */
  available: ReadonlySet<string>;
}

/** True if a stored file is complete and still the one the manifest specifies. */
export function isWhole(record: ModelFileRecord | undefined, file: ModelFile): boolean {
  if (!record?.complete) return false;
  return acceptsSha256(file, record.sha256);
}

/** What is installed of every model in the manifest, and of the user's own. */
export async function readInstallations(options: { refresh?: boolean } = {}): Promise<Installation[]> {
  const [records, served] = await Promise.all([storedModelFiles.list(), servedModels(options)]);
  const models = [...catalogue, ...(await ownModels())];
  return models.map((model) => installation(model, records, served));
}

/** What is installed of one model. */
export async function readInstallation(model: ManifestModel): Promise<Installation> {
  const [records, served] = await Promise.all([storedModelFiles.list(), servedModels()]);
  return installation(model, records, served);
}

function installation(
  model: ManifestModel,
  records: readonly ModelFileRecord[],
  servedList: readonly ServedModel[],
): Installation {
  const stored = new Map(
    records.filter((record) => record.model_id === model.id).map((record) => [record.path, record]),
  );
  const entry = servedList.find((candidate) => candidate.id === model.id);
  const sizes = new Map(entry?.files.map((file) => [file.path, file.bytes]));
  const served = new Set(
    model.files
      .filter((file) => sizes.has(file.path) && (file.bytes ?? sizes.get(file.path)) === sizes.get(file.path))
      .map((file) => file.path),
  );
  // The disk of this device has them, where the server runs on it.
  const joined = entry?.local ? [] : (entry?.files ?? []);
  const inParts = new Map(
    joined.flatMap(({ path, parts }) => (parts === undefined ? [] : [[path, parts] as const])),
  );
  const available = new Set(
    model.files
      .filter(
        (file) => (served.has(file.path) && !inParts.has(file.path)) || isWhole(stored.get(file.path), file),
      )
      .map((file) => file.path),
  );
  return { model, stored, served, inParts, given: entry?.given ?? false, available };
}

/** Whether the app's origin has all that a device needs of a model, and this browser has yet to store it. */
export const isToBeFetched = ({ model, served, available }: Installation): boolean =>
  model.devices.some(
    (device) => hasFilesFor(model, device, served) && !hasFilesFor(model, device, available),
  );

/** Where a model runs with its installed files, devices that cannot hold it last; null if none has all files. */
export function chooseInstalledDevice(
  { model, available }: Installation,
  capabilities: Capabilities,
): DeviceChoice | null {
  const choices = model.devices
    .filter((device) => hasFilesFor(model, device, available))
    .map((device) => describeDevice(model, device, capabilities));
  const onWasm = hasFilesFor(model, 'webgpu', available) ? describeGpuFilesOnWasm(model, capabilities) : null;
  if (onWasm) choices.push(onWasm);
  return choices.find((choice) => choice.fits) ?? choices[0] ?? null;
}

/** Where an installed model runs here, with these cores, and not on the GPU if `withoutGpu` is a reason; or null. */
export async function deviceOfInstalled(
  model: ManifestModel,
  options: { withoutGpu?: Message | undefined; cores?: number } = {},
): Promise<DeviceChoice | null> {
  const detected = await detectCapabilities();
  const { withoutGpu, cores = detected.hardwareConcurrency } = options;
  const capabilities = { ...detected, hardwareConcurrency: cores };
  return chooseInstalledDevice(
    await readInstallation(model),
    withoutGpu === undefined
      ? capabilities
      : { ...capabilities, webgpu: { supported: false, reason: withoutGpu } },
  );
}
