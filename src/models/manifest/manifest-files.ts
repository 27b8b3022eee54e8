import { filesFor } from './files-for.ts';
import type { Device, ManifestModel, ModelFile } from './manifest.ts';

/** Whether a hash is one of those that a file may have; any will do where none is known. */
export const acceptsSha256 = (
  { sha256, otherSha256 = [] }: Pick<ModelFile, 'sha256' | 'otherSha256'>,
  digest: string | null,
): boolean => sha256 === null || (digest !== null && [sha256, ...otherSha256].includes(digest));

/** Whether a model was made for the tests: it runs only where no other serves. */
export const isFixture = (model: ManifestModel): boolean => 'scope' in model && model.scope === 'synthetic';

export interface DownloadSize {
  bytes: number;
  /**
   * False if the manifest lacks a file's size: `bytes` is then the hub's rounded figure or a lower bound.
   */
  exact: boolean;
}

/** What must be downloaded to have a model on a device. */
export function downloadSize(
  model: Pick<ManifestModel, 'files' | 'approximateBytes'>,
  on: Device,
): DownloadSize {
  const sizes = filesFor(model, on).map((file) => file.bytes);
  const known = sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0);
  if (!sizes.includes(null)) return { bytes: known, exact: true };
  return { bytes: Math.max(known, model.approximateBytes[on] ?? 0), exact: false };
}

export { filesFor };
