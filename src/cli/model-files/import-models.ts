import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ManifestModel, ModelFile } from '../../models/manifest/manifest.ts';
import { filesFor } from '../../models/manifest/manifest-files.ts';
import { type FoundModel, partFiles, scanModels } from './scan-models.ts';
import { joinedFiles, verifyModelFile } from './verify-model.ts';
import { writeModelsIndex } from './write-models-index.ts';

interface ImportModelsOptions {
  /** Folder to search for models. */
  from: string;
  /** Target folder: public/models, or the models folder of a build. */
  to: string;
  /** Ids to import; all found models if absent. */
  only?: readonly string[] | undefined;
  /** Also write an index.json: a build's own is older than the imported models. */
  writeIndex: boolean;
  log: (line: string) => void;
}

/** Checks sizes and hashes, and skips incomplete models. Returns how many were not imported; throws without the source. */
export async function importModels(
  options: ImportModelsOptions,
): Promise<{ imported: string[]; failed: string[] }> {
  const { from, to, only, writeIndex, log } = options;
  const found = scanModels(from).filter(({ model }) => !only || only.includes(model.id));
  const result: { imported: string[]; failed: string[] } = { imported: [], failed: [] };
  for (const id of only ?? []) {
    if (!found.some(({ model }) => model.id === id)) {
      log(`${id}: not found in ${from}`);
      result.failed.push(id);
    }
  }
  for (const entry of found) {
    const isImported =
      resolve(entry.directory) !== resolve(to, entry.model.folder) && (await importOne(entry, to, log));
    (isImported ? result.imported : result.failed).push(entry.model.id);
  }
  if (writeIndex) await writeModelsIndex(to);
  return result;
}

async function importOne(
  { model, directory }: FoundModel,
  to: string,
  log: (line: string) => void,
): Promise<boolean> {
  const good: ModelFile[] = [];
  for (const file of model.files) {
    const verdict = await verifyModelFile(directory, file);
    if (verdict.kind === 'damaged') log(`${model.id}: ${file.path} is damaged (${verdict.reason})`);
    if (verdict.kind === 'unverified')
      log(`${model.id}: ${file.path} not verified: the manifest has no hash for it`);
    if (verdict.kind === 'good' || verdict.kind === 'unverified') good.push(file);
  }
  const missing = missingFor(model, new Set(good.map(({ path }) => path)));
  if (missing.length > 0) {
    log(`${model.id}: skipped, ${missing.join(', ')} missing`);
    return false;
  }
  for (const file of good) {
    const parts = partFiles(directory, file) ?? [join(directory, file.path)];
    await copyWhole(parts, join(to, model.folder, file.path));
  }
  log(`${model.id}: ${good.length} files imported to ${join(to, model.folder)}`);
  return true;
}

/** What is missing for the device that lacks least. */
function missingFor(model: ManifestModel, paths: ReadonlySet<string>): string[] {
  const lacks = model.devices.map((device) =>
    filesFor(model, device)
      .map((file) => file.path)
      .filter((path) => !paths.has(path)),
  );
  return lacks.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** Writes one file of several, which is renamed only once it is complete. */
async function copyWhole(from: readonly string[], to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const partial = `${to}.part`;
  try {
    await pipeline(joinedFiles(from), createWriteStream(partial));
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
