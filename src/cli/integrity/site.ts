import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathsBelow } from '../build/write-integrity-list.ts';

export interface SiteFile {
  bytes: Uint8Array;
  /** Null in a folder. */
  headers: Headers | null;
  /** Where the last redirect led, if there was one. */
  redirectedTo: string | null;
}

/** An app that was deployed: at an address or in a folder. */
export interface Site {
  name: string;
  /** Resolves with null for a file that is not there. Rejects where a server cannot be reached, or fails. */
  read(path: string): Promise<SiteFile | null>;
  /** Null where files cannot be listed. */
  paths: readonly string[] | null;
}

/** Servers answer a script for a service worker like one for a page: a host that does not is found out. */
const AS_BROWSERS: Readonly<Record<string, HeadersInit>> = {
  'service-worker.js': { 'service-worker': 'script' },
  'index.html': { accept: 'text/html' },
};

/** Throws Error in one sentence if there is no built app. */
export function siteAt(given: string): Site {
  return /^https?:\/\//.test(given) ? atAddress(given) : inFolder(given);
}

function inFolder(folder: string): Site {
  const root = [join(folder, 'site'), folder].find((one) => existsSync(join(one, 'service-worker.js')));
  if (root === undefined) throw new Error(`There is no built app in ${folder}.`);
  const read = async (path: string) => {
    const file = join(root, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return null;
    return { bytes: readFileSync(file), headers: null, redirectedTo: null };
  };
  return { name: root, read, paths: pathsBelow(root) };
}

function atAddress(given: string): Site {
  const base = new URL(given);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const read = async (path: string) => {
    // As a browser opens it.
    const address = new URL(path === 'index.html' ? '' : path, base);
    const response = await fetch(address, { cache: 'no-store', headers: AS_BROWSERS[path] ?? {} }).catch(
      (cause) => {
        throw new Error(`${address} cannot be reached.`, { cause });
      },
    );
    if (response.status === 404 || response.status === 410) return null;
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, headers: response.headers, redirectedTo: response.redirected ? response.url : null };
  };
  return { name: base.href, read, paths: null };
}
