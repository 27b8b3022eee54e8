import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { catalogue } from '../../models/manifest/catalogue.ts';
import { partsOf } from '../../models/manifest/file-parts.ts';
import type { ManifestModel, ModelFile } from '../../models/manifest/manifest.ts';
import type { ServedFile, ServedIndex } from '../../models/store/served-models.ts';

/** How deep model folders may be below the given folder. */
export const MAX_DEPTH = 3;

/** A model's folder on disk, with those of its files that match the model's entry. */
export interface FoundModel {
  model: ManifestModel;
  /** Absolute path of the model's folder. */
  directory: string;
  files: ServedFile[];
  /** Files skipped because their size differs from the manifest's. */
  damaged: string[];
}

/** Splits a list of folders, joined as in PATH (":" here, ";" on Windows). */
export const modelFolders = (joined: string, between = delimiter): string[] =>
  existsSync(joined) ? [joined] : joined.split(between).filter((folder) => folder !== '');

/** By name, up to three levels below `folders`, joined as in PATH; the first copy counts. Compares sizes, not hashes. */
export function scanModels(folders: string): FoundModel[] {
  const roots = modelFolders(folders).map((folder) => {
    const root = resolve(folder);
    if (existsSync(root) && statSync(root).isDirectory()) return root;
    throw new Error(`Folder ${folder} does not exist.`);
  });
  if (roots.length === 0) throw new Error('No model folder given.');
  const found = new Map<string, FoundModel>();
  for (const directory of roots.flatMap((root) => [root, ...foldersBelow(root, MAX_DEPTH)])) {
    // Two models can share a folder name: the files in it decide.
    for (const model of catalogue.filter((candidate) => namesOf(candidate).includes(basename(directory)))) {
      if (found.has(model.id)) continue;
      const read = readFolder(model, directory);
      if (read.files.length > 0 || read.damaged.length > 0) found.set(model.id, read);
    }
  }
  return [...found.values()];
}

/** Accepted folder names of a model: its own folder, its id and its repository's name. */
export function namesOf(model: ManifestModel): string[] {
  const repo = model.source?.repo.split('/')[1];
  return [model.folder, model.id, ...(repo === undefined ? [] : [repo])];
}

/** Folder names that represent a model of the manifest. */
export const namesOfCatalogue = (): Set<string> => new Set(catalogue.flatMap(namesOf));

/** Nearest first, so that a folder at the top wins over a deeper one. */
export function foldersBelow(root: string, depth: number): string[] {
  if (depth === 0) return [];
  const here = readdirSync(root, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map((entry) => join(root, entry.name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory())
    .sort();
  return [...here, ...here.flatMap((path) => foldersBelow(path, depth - 1))];
}

function readFolder(model: ManifestModel, directory: string): FoundModel {
  const found: FoundModel = { model, directory, files: [], damaged: [] };
  for (const file of model.files) {
    const bytes = sizeOf(join(directory, file.path));
    const parts = bytes === null && partFiles(directory, file);
    if (parts) found.files.push({ path: file.path, bytes: file.bytes ?? 0, parts: parts.length });
    if (bytes === null) continue;
    if (file.bytes !== null && file.bytes !== bytes) {
      found.damaged.push(`${file.path} has ${bytes} bytes instead of ${file.bytes}`);
    } else found.files.push({ path: file.path, bytes });
  }
  return found;
}

/** Bytes of a file; null if there is none. */
function sizeOf(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : null;
}

/** Absolute paths of the parts of a file, in order; null unless all of them are there. */
export function partFiles(directory: string, { path, bytes, parts }: ModelFile): string[] | null {
  if (bytes === null || parts === undefined) return null;
  const found = partsOf({ path, bytes, parts }).map((part) => ({
    ...part,
    path: join(directory, part.path),
  }));
  return found.every((part) => sizeOf(part.path) === part.bytes) ? found.map((part) => part.path) : null;
}

export function toIndex(found: readonly FoundModel[], given: boolean): ServedIndex['models'] {
  return found
    .filter(({ files }) => files.length > 0)
    .map(({ model, files }) => ({
      id: model.id,
      folder: model.folder,
      files,
      given,
      ...(model.engine === 'whisper' && model.own && { own: model }),
      ...('inPlaceOf' in model && { named: true as const }),
    }));
}
