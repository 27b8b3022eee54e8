import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface SiteFile {
  bytes: Uint8Array;
  /** Null in a folder. */
  headers: Headers | null;
  /** Where the last redirect led, if not to the same page. */
  redirectedTo: string | null;
}

/** An app that was deployed: at an address or in a folder. */
export interface Site {
  name: string;
  /** Of the page at the root of an address, for ''. Resolves with null for a file that is not there. Rejects where a server cannot be reached, or fails. */
  read(path: string): Promise<SiteFile | null>;
  /** Null where files cannot be listed. */
  paths: readonly string[] | null;
}

/** Servers answer a script for a service worker like one for a page: a host that does not is found out. */
const AS_BROWSERS: Readonly<Record<string, HeadersInit>> = {
  'service-worker.js': { 'service-worker': 'script' },
  'index.html': { accept: 'text/html' },
  '': { accept: 'text/html' },
};
/** Longest time for a file of a server. */
const PATIENCE_MS = 180_000;
/** Bytes: more than any file of the app has. */
const LONGEST = 100e6;

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
  return { name: root, read, paths: servedPaths(root) };
}

/** Links are followed, as web servers do. What cannot be read is named, too. */
function servedPaths(root: string, folder = '', above: readonly string[] = []): string[] {
  const real = realpathSync(join(root, folder));
  if (above.includes(real)) return [];
  return readdirSync(real, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    const found = entry.isSymbolicLink()
      ? statSync(join(real, entry.name), { throwIfNoEntry: false })
      : entry;
    if (found?.isDirectory()) return servedPaths(root, path, [...above, real]);
    return found === undefined || found.isFile() ? [path] : [];
  });
}

function atAddress(given: string): Site {
  if (!URL.canParse(given)) throw new Error(`${given} is no address.`);
  const base = new URL(given);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const read = async (path: string) => {
    const address = new URL(path, base);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const init: RequestInit = { cache: 'no-store', headers: AS_BROWSERS[path] ?? {}, signal };
    const response = await fetch(address, init).catch((cause) => {
      throw new Error(`${address} cannot be reached.`, { cause });
    });
    if (response.status === 404 || response.status === 410) return null;
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}.`);
    const bytes = await bytesOf(response);
    // Some hosts leave the endings of pages away.
    const isElsewhere = response.redirected && response.url !== address.href.replace(/(?:index)?\.html$/, '');
    return { bytes, headers: response.headers, redirectedTo: isElsewhere ? response.url : null };
  };
  return { name: base.href, read, paths: null };
}

async function bytesOf({ url, body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body ?? []) {
      size += part.length;
      if (size > LONGEST) break;
      parts.push(part);
    }
  } catch (cause) {
    throw new Error(`${url} ended after ${size} bytes.`, { cause });
  }
  if (size > LONGEST) throw new Error(`${url} has more than 100 MB.`);
  return Buffer.concat(parts);
}
