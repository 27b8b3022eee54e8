import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { staticImports } from '../../src/cli/build/shell-first.ts';

export { scriptsOfPage, staticImports } from '../../src/cli/build/shell-first.ts';

/** All files in a folder, relative to it. Throws if the folder does not exist. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    );
}

/** The manifest as the build writes it into the service worker: addresses with a revision, and an entry with all others (`gatherLater`). */
const MANIFEST = /\[(?:\{(?:"revision":(?:null|"\w+"),)?"url":"[^"]+"\},?)+\]/;

/** The files in a service worker's precache manifest, and which of them come after the first view. Throws if it has none. */
export function precached(serviceWorker: string): { all: string[]; later: string[] } {
  const entries: { url: string; revision?: string | null }[] = JSON.parse(
    MANIFEST.exec(serviceWorker)?.[0] ?? '[]',
  );
  if (entries.length === 0) throw new Error('The service worker holds no precache manifest.');
  const urls = (chosen: typeof entries) => [...new Set(chosen.flatMap(({ url }) => url.split('|')))];
  return { all: urls(entries), later: urls(entries.filter(({ revision }) => revision === undefined)) };
}

/** For each script that a worker's entry names, all that runs before the worker answers: the entry, the script and their static imports. */
export function workerScripts(dist: string, entry: string): string[][] {
  const text = readFileSync(join(dist, entry), 'utf8');
  const named = [...text.matchAll(/["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, name]) =>
    posix.join(posix.dirname(entry), name ?? ''),
  );
  return named.map((script) => staticImports(dist, [entry, script]));
}
