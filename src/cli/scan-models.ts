import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { catalogue } from '../models/catalogue.ts';
import type { HostedIndex } from '../models/hosted-models.ts';
import type { ManifestModel } from '../models/manifest.ts';

/** How deep model folders may lie under the folder that was given. */
const MAX_DEPTH = 3;

/** A folder on disk that the manifest knows by name, with those of its files that are what the manifest says. */
export interface FoundModel {
  model: ManifestModel;
  /** Absolute path of the model's folder. */
  directory: string;
  files: { path: string; bytes: number }[];
  /** Files whose size is not the manifest's: they are left out. */
  damaged: string[];
}

/** The folders that are named together, joined as in PATH (":" here, ";" on Windows). */
export const modelFolders = (joined: string): string[] =>
  existsSync(joined) ? [joined] : joined.split(delimiter).filter((folder) => folder !== '');

/**
 * Finds the manifest's models in a folder: the folder itself, or folders up to three levels below, by their names. Sizes
 * are compared; hashes are not. Of a model that lies in several folders the first counts.
 * @param folders one, or several joined as in PATH
 * @throws Error when one of them does not exist.
 */
export function scanModels(folders: string): FoundModel[] {
  const roots = modelFolders(folders).map((folder) => {
    const root = resolve(folder);
    if (existsSync(root) && statSync(root).isDirectory()) return root;
    throw new Error(`Folder ${folder} does not exist.`);
  });
  if (roots.length === 0) throw new Error('No model folder given.');
  const found = new Map<string, FoundModel>();
  for (const directory of roots.flatMap((root) => [root, ...foldersBelow(root, MAX_DEPTH)])) {
    // Two models may go by one name: the files that are there tell which it is.
    for (const model of catalogue.filter((candidate) => namesOf(candidate).includes(basename(directory)))) {
      if (found.has(model.id)) continue;
      const read = readFolder(model, directory);
      if (read.files.length > 0 || read.damaged.length > 0) found.set(model.id, read);
    }
  }
  return [...found.values()];
}

/** Names that a model's folder may have: its own, its id, and the name of its repository. */
export function namesOf(model: ManifestModel): string[] {
  const repo = model.source?.repo.split('/')[1];
  return [model.folder, model.id, ...(repo === undefined ? [] : [repo])];
}

/** Nearest first, so that a folder at the top wins over one further down. */
function foldersBelow(root: string, depth: number): string[] {
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
    const stats = statSync(join(directory, file.path), { throwIfNoEntry: false });
    if (!stats?.isFile()) continue;
    if (file.bytes !== null && file.bytes !== stats.size) {
      found.damaged.push(`${file.path} has ${stats.size} bytes instead of ${file.bytes}`);
    } else found.files.push({ path: file.path, bytes: stats.size });
  }
  return found;
}

/** What /models/index.json says of found models. */
export function toIndex(found: readonly FoundModel[], given: boolean): HostedIndex['models'] {
  return found
    .filter(({ files }) => files.length > 0)
    .map(({ model, files }) => ({ id: model.id, folder: model.folder, files, given }));
}
