import {
  ASKS_FIRST,
  approvalOf,
  INTEGRITY_FILE,
  integrityList,
  listCache,
  REFUSED_FILES,
  withoutWorker,
} from '../../contract/realms/integrity-list.ts';
import { inApp, pathInApp } from '../../lib/addresses/app-base.ts';
import { toBase64 } from '../../lib/bytes/base64.ts';
import { madeOnce } from '../../lib/made-once.ts';

declare const self: Omit<ServiceWorkerGlobalScope, '__EARSHOT_LIST'> & {
  /** Injected by the build: the hash of the list of files. Absent on the development server. */
  __EARSHOT_LIST: string | undefined;
};

export const OWN_LIST = self.__EARSHOT_LIST;
const ADDRESS = inApp(`/${INTEGRITY_FILE}`);
/** Paths in the app whose files are all in the list: others are refused. */
const LISTED = /^\/(assets|pool)\//;
/** This version, and those whose pages may still be open. */
const KEPT_LISTS = 3;

interface List {
  text: string;
  version: string;
  /** As `Request` takes them, by absolute path. */
  hashes: ReadonlyMap<string, string>;
}

/** Throws Error if the text is not the list with this hash. */
async function listFrom(text: string, hash: string): Promise<List> {
  const bytes = new TextEncoder().encode(withoutWorker(text));
  if (toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) !== hash)
    throw new RefusedFile(ADDRESS);
  const { version, files } = integrityList.parse(JSON.parse(text));
  return {
    text,
    version,
    hashes: new Map(files.map((row) => [inApp(`/${row.path}`), `sha256-${row.sha256}`])),
  };
}

const keptList = async (hash: string): Promise<List | null> => {
  const kept = await caches.match(ADDRESS, { cacheName: listCache(hash) });
  return kept ? listFrom(await kept.text(), hash) : null;
};

/** The list of this version's files; null on the development server. Throws Error, and notes it, if the host has another one. */
const ownList: () => Promise<List | null> = OWN_LIST ? madeOnce(() => readList(OWN_LIST)) : async () => null;

async function readList(hash: string): Promise<List> {
  const kept = await keptList(hash).catch(console.warn);
  if (kept) return kept;
  const response = await fetch(ADDRESS, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${ADDRESS}: ${response.status}`);
  const list = await listFrom(await response.text(), hash).catch(async (error) => {
    await note(ADDRESS);
    throw error;
  });
  // While it is installed, the list is kept at the end: of a version that was refused, nothing remains.
  if (!self.registration.installing) await keep(list);
  return list;
}

async function keep({ text }: List): Promise<void> {
  const cache = await caches.open(listCache(OWN_LIST ?? ''));
  await cache.put(ADDRESS, new Response(text, { headers: { date: new Date().toUTCString() } }));
}

/**
 * Keeps the list of a version that has been installed, with the time.
 */
export async function keepOwnList(): Promise<void> {
  const list = await ownList();
  if (list) await keep(list);
}

/** Deletes the lists of earlier versions. A page of the last ones may be open until it is reloaded. */
export async function forgetFormerLists(): Promise<void> {
  const names = (await caches.keys()).filter(
    (name) => name.startsWith(listCache('')) && name !== listCache(OWN_LIST ?? ''),
  );
  await Promise.all(names.slice(0, 1 - KEPT_LISTS).map((name) => caches.delete(name)));
}

/** Throws Error if the version that is in use is newer, or if updates need a consent that was not given. */
export async function mayBeInstalled(): Promise<void> {
  const list = await ownList();
  if (!list || !OWN_LIST || !self.registration.active) return;
  const asks = await caches.has(ASKS_FIRST);
  if (asks && !(await caches.match(approvalOf(OWN_LIST), { cacheName: ASKS_FIRST })))
    throw new Error('A new version waits for consent.');
  for (const { version } of await formerLists())
    if (version.localeCompare(list.version, undefined, { numeric: true }) > 0) {
      await note(`${ADDRESS}?version=${list.version}`);
      throw new Error(`Version ${list.version} is older than ${version}, which is installed.`);
    }
}

async function formerLists(): Promise<List[]> {
  const hashes = (await caches.keys())
    .filter((name) => name.startsWith(listCache('')))
    .map((name) => name.slice(listCache('').length));
  const lists = await Promise.all(hashes.map((hash) => keptList(hash).catch(() => null)));
  return lists.filter((list) => list !== null);
}

/**
 * The hash that a file of the app must have, as `Request` takes it; undefined for files that are not in the list, such as models of an
 * operator. Throws Error, and notes it, for one that must be there.
 *
 * @param path absolute
 */
export async function hashOf(path: string): Promise<string | undefined> {
  const list = await ownList();
  const own = list?.hashes.get(path);
  if (own !== undefined || !list || !LISTED.test(pathInApp(path))) return own;
  // A page of the former version is still open.
  const former = (await formerLists())
    .map(({ hashes }) => hashes.get(path))
    .find((hash) => hash !== undefined);
  if (former === undefined) {
    await note(path);
    throw new RefusedFile(path);
  }
  return former;
}

/**
 * Fetches a file of the app. Throws Error, and notes it, if its bytes are not those of the list; the browser compares them.
 *
 * @param address absolute, or a path
 */
export async function fetchListed(address: string, options: RequestInit = {}): Promise<Response> {
  const integrity = await hashOf(new URL(address, location.href).pathname);
  if (integrity === undefined) return fetch(address, options);
  try {
    return await fetch(address, { ...options, integrity });
  } catch (error) {
    return afterFailure(address, integrity, error);
  }
}

/**
 * Explains why a file could not be fetched: a browser gives one error for files that were changed and for networks that are absent.
 * Returns an answer that is no file, such as a 404, or the file if only the browser's own cache had another one. Throws otherwise.
 */
export async function afterFailure(address: string, integrity: string, error: unknown): Promise<Response> {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  const plain = await fetch(address, { cache: 'no-store' }).catch(() => {
    throw error;
  });
  if (!plain.ok) return plain;
  await plain.body?.cancel();
  return fetch(address, { cache: 'reload', integrity }).catch(async () => {
    const { pathname } = new URL(address, location.href);
    await note(pathname);
    throw new RefusedFile(pathname);
  });
}

/** A file of other bytes than the list states, or one that is not in it. */
export class RefusedFile extends Error {
  constructor(path: string) {
    super(`${path} was refused: its bytes are not those of this version's list (${INTEGRITY_FILE}).`);
  }
}

/** Notes a refused file for the page, which shows it. */
async function note(path: string): Promise<void> {
  const cache = await caches.open(REFUSED_FILES);
  await cache
    .put(path, new Response(null, { headers: { date: new Date().toUTCString() } }))
    .catch(console.warn);
}
