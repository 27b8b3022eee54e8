import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

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

/** The scripts a page loads before it can run: those of its HTML and their static imports. */
export function pageScripts(dist: string, page: string): string[] {
  const html = readFileSync(join(dist, page), 'utf8');
  const queue = [...html.matchAll(/<(?:script|link)[^>]*?(?:src|href)="\/?([^"]+\.js)"/g)].map(
    (match) => match[1] ?? '',
  );
  return staticImports(dist, queue);
}

/** The files in a service worker's precache manifest. Throws if it has none. */
export function precached(serviceWorker: string): string[] {
  const entries = [...serviceWorker.matchAll(/\{[^{}]*?["']?url["']?:\s*["']([^"']+)["'][^{}]*?\}/g)]
    .filter(([entry]) => /["']?revision["']?:/.test(entry))
    .map((match) => match[1] ?? '');
  if (entries.length === 0) throw new Error('The service worker holds no precache manifest.');
  return entries;
}

/** The scripts that a worker runs before it answers: those its entry names, and all that these import statically. */
export function workerScripts(dist: string, entry: string): string[] {
  const text = readFileSync(join(dist, entry), 'utf8');
  const named = [...text.matchAll(/["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, name]) =>
    posix.join(posix.dirname(entry), name ?? ''),
  );
  return staticImports(dist, [entry, ...named]);
}

/** These scripts, and all that they import statically. */
function staticImports(dist: string, scripts: readonly string[]): string[] {
  const queue = [...scripts];
  const found = new Set<string>();
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const text = readFileSync(join(dist, file), 'utf8');
    // A dynamic import has a parenthesis before its URL.
    for (const [, address] of text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)) {
      if (address) queue.push(posix.join(posix.dirname(file), address));
    }
  }
  return [...found];
}
