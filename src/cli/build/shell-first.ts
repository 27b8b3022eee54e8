import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A file of the app as the service worker's manifest names it. */
interface AppFile {
  url: string;
  /** Null for what the first view needs, and whose name holds its hash. Absent for what can come later. */
  revision?: string | null;
}

/** The scripts a page loads before it can run: those of its HTML and their static imports. Paths within `dist`. */
export function scriptsOfPage(dist: string, page: string): string[] {
  const html = readFileSync(join(dist, page), 'utf8');
  const scripts = [...html.matchAll(/<(?:script|link)[^>]*?(?:src|href)="(?:\.?\/)?([^"]+\.js)"/g)];
  return staticImports(
    dist,
    scripts.map(([, path]) => path ?? ''),
  );
}

/** These scripts, and all that they import statically. */
export function staticImports(dist: string, scripts: readonly string[]): string[] {
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

/**
 * Marks the files that the first view of the app does not need, so that a first visit is not kept waiting for them: they have no
 * revision, and are one entry, whose names `app-shell.ts` takes apart: names are most of what the service worker's script has to hold.
 * Only files with a hash in their names can come later: another version of them has another name.
 */
export function gatherLater<File extends AppFile>(files: readonly File[], dist: string): File[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const scripts = new Set(scriptsOfPage(dist, 'index.html'));
  const isLater = ({ url, revision }: File) =>
    revision === null && !scripts.has(url) && !html.includes(`/${url}"`);
  const later = files.filter(isLater);
  const all = later.map(({ url }) => url).join('|');
  const entries = later.slice(0, 1).map((file) => ({ ...file, url: all, revision: undefined }));
  return [...files.filter((file) => !isLater(file)), ...entries];
}
