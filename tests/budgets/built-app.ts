import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { staticImports } from '../../src/cli/shell-first.ts';

export { scriptsOfPage } from '../../src/cli/shell-first.ts';

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

/** The files in a service worker's precache manifest, and which of them come after the first view. Throws if it has none. */
export function precached(serviceWorker: string): { all: string[]; later: string[] } {
  const entries = [...serviceWorker.matchAll(/\{[^{}]*?["']?url["']?:\s*["']([^"']+)["'][^{}]*?\}/g)]
    .filter(([entry]) => /["']?revision["']?:/.test(entry))
    .map(([entry, url]) => ({ url: url ?? '', later: /["']?later["']?:/.test(entry) }));
  if (entries.length === 0) throw new Error('The service worker holds no precache manifest.');
  return {
    all: entries.map(({ url }) => url),
    later: entries.flatMap(({ url, later }) => (later ? [url] : [])),
  };
}

/** The scripts that a worker runs before it answers: those its entry names, and all that these import statically. */
export function workerScripts(dist: string, entry: string): string[] {
  const text = readFileSync(join(dist, entry), 'utf8');
  const named = [...text.matchAll(/["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, name]) =>
    posix.join(posix.dirname(entry), name ?? ''),
  );
  return staticImports(dist, [entry, ...named]);
}
