import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { sentenceOf } from '../command/say-failure.ts';

/** The real folders that an agent may read recordings from. Throws an Error in one sentence for one that is none. */
export function realFolders(given: readonly string[]): string[] {
  return given.map((folder) => {
    const real = realOf(folder);
    if (!statSync(real).isDirectory()) throw new Error(`${folder} is no folder.`);
    return real;
  });
}

/** Links do not lead out of the folders. The first folder that has a relative path counts. Throws Error for agents. */
export function allowedPath(path: string, folders: readonly string[]): string {
  if (folders.length === 0)
    throw new Error(
      'No folder is open to agents here: send an address, or have Earshot started with the folders of the recordings.',
    );
  const candidates =
    path === '' ? [] : isAbsolute(path) ? [path] : folders.map((folder) => resolve(folder, path));
  for (const candidate of candidates) {
    // The same sentence for what is elsewhere as for what is missing.
    const real = ifThere(candidate);
    if (!folders.some((folder) => isWithin(folder, real))) continue;
    if (!statSync(real).isFile()) throw new Error(`${path} is no file.`);
    return real;
  }
  throw new Error(`There is no file ${path} in the folders that are open to agents: ${folders.join(', ')}.`);
}

function ifThere(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return '';
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new Error(sentenceOf(cause), { cause });
  }
}

function isWithin(folder: string, path: string): boolean {
  if (path === '') return false;
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
