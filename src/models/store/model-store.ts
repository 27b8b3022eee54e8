import { announce } from '../../contract/realms/channel.ts';
import { deleteModelFile } from '../../storage/models/model-file-store.ts';
import { chooseDevice, type DeviceChoice, detectCapabilities, hasFilesFor } from '../device/capabilities.ts';
import type { Device, ManifestModel } from '../manifest/manifest.ts';
import { type DownloadSize, downloadSize, filesFor } from '../manifest/manifest-files.ts';
import { findAnyModel } from '../own/own-models.ts';
import {
  chooseInstalledDevice,
  type Installation,
  readInstallation,
  readInstallations,
} from './installations.ts';
import { withModelLock } from './model-lock.ts';

/**
 * `bundled` ships with the app, `served` was supplied to its server, `downloaded` is complete in this browser's
 * storage, `partial` lacks files, `absent` has none.
 */
export type ModelState = 'bundled' | 'served' | 'downloaded' | 'partial' | 'absent';

export interface ModelListing {
  model: ManifestModel;
  state: ModelState;
  /** Bytes in this browser's storage. */
  storedBytes: number;
  /** Where it runs with the installed files, otherwise where it would run once they are installed. */
  device: DeviceChoice;
  /** What a download for `device` would still fetch. */
  download: DownloadSize & { device: Device };
}

/** Every model of the manifest, the user's own, and what is installed of each. */
export async function listModels(): Promise<ModelListing[]> {
  const [installations, capabilities] = await Promise.all([
    readInstallations({ refresh: true }),
    detectCapabilities(),
  ]);
  return installations.map((installation) => {
    const { model, stored } = installation;
    const installed = chooseInstalledDevice(installation, capabilities);
    const device = installed ?? chooseDevice(model, capabilities);
    return {
      model,
      state: stateOf(installation, device.filesOf),
      storedBytes: [...stored.values()].reduce((sum, record) => sum + record.received, 0),
      device,
      download: { device: device.filesOf, ...remaining(installation, device.filesOf) },
    };
  });
}

function stateOf({ model, stored, served, given, available }: Installation, device: Device): ModelState {
  if (hasFilesFor(model, device, served)) return given ? 'served' : 'bundled';
  if (hasFilesFor(model, device, available)) return 'downloaded';
  return stored.size > 0 || available.size > 0 ? 'partial' : 'absent';
}

function remaining(installation: Installation, device: Device): DownloadSize {
  const { model, available, stored } = installation;
  const missing = filesFor(model, device).filter((file) => !available.has(file.path));
  if (missing.length === 0) return { bytes: 0, exact: true };
  const total = downloadSize(model, device);
  const there = filesFor(model, device).reduce((sum, file) => {
    const bytes = stored.get(file.path)?.received ?? (available.has(file.path) ? (file.bytes ?? 0) : 0);
    return sum + bytes;
  }, 0);
  return { bytes: Math.max(0, total.bytes - there), exact: total.exact };
}

/**
 * Deletes a model's stored files; those under /models/ remain. Throws AppError 404 for an unknown model, 409 while it is
 * being downloaded.
 */
export async function deleteModel(modelId: string): Promise<void> {
  const model = await findAnyModel(modelId);
  await withModelLock(model, async () => {
    const { stored } = await readInstallation(model);
    for (const path of stored.keys()) await deleteModelFile(model.id, path);
    announce({ type: 'models-changed' });
  });
}

export { type DownloadOptions, type DownloadProgress, downloadModel } from './download-model.ts';
export { type ImportReport, importModel } from './import-model.ts';
