import {
  ASKS_FIRST,
  approvalOf,
  INTEGRITY_FILE,
  type IntegrityList,
  integrityList,
  listCache,
  REFUSED_FILES,
  WHICH_LIST,
  withoutWorker,
} from '../../contract/realms/integrity-list.ts';
import { inApp, pathInApp } from '../../lib/addresses/app-base.ts';
import { toBase64 } from '../../lib/bytes/base64.ts';
import { wordsOf } from '../../lib/words-of.ts';
import { PAST_WORKER } from './past-worker.ts';

const ADDRESS = inApp(`/${INTEGRITY_FILE}`);
/** Longest wait for a worker's answer with its list: that of a former version never answers. */
const PATIENCE_MS = 5_000;

/** Version of the running code, and the result of its last comparison. */
export interface Code {
  version: string;
  /** Four words for the hash of its list. */
  words: string;
  /** Time of the last comparison; null if unknown. */
  comparedAt: Date | null;
  refused: RefusedFile[];
}

export interface RefusedFile {
  /** Path in the app. */
  path: string;
  at: Date;
}

export interface KeptFilesCompared {
  same: number;
  /** Paths in the app of files that differ from the list, or are not in it. */
  changed: string[];
}

/** A new version, and the paths of the files that it changes. */
export interface Change {
  version: string;
  words: string;
  /** SHA-256 of its list without the row of the worker, by which the version is approved. */
  hash: string;
  added: string[];
  changed: string[];
  removed: string[];
}

const sha256 = async (bytes: BufferSource): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
const ofText = (text: string) => sha256(new TextEncoder().encode(text));

/** The hash of a worker's list; null on the development server, and of versions without one. */
async function listOfWorker(worker: ServiceWorker | null): Promise<string | null> {
  if (!worker) return null;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string | null>((resolve) => {
    port1.onmessage = ({ data }) => resolve(typeof data === 'string' ? data : null);
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
  worker.postMessage({ type: WHICH_LIST }, [port2]);
  const hash = await answer;
  port1.close();
  return hash;
}

interface KeptList {
  list: IntegrityList;
  text: string;
  hash: string;
  date: Date | null;
}

async function keptList(worker: ServiceWorker | null): Promise<KeptList | null> {
  const hash = await listOfWorker(worker);
  const response = hash === null ? undefined : await caches.match(ADDRESS, { cacheName: listCache(hash) });
  if (hash === null || !response) return null;
  const date = dateOf(response);
  const text = await response.text();
  return { list: integrityList.parse(JSON.parse(text)), text, hash, date };
}

const dateOf = ({ headers }: Response): Date | null => {
  const date = headers.get('date');
  return date === null ? null : new Date(date);
};

const ownList = () => keptList(navigator.serviceWorker.controller);

/** Null on the development server, and before a service worker keeps a list. */
export async function readCode(): Promise<Code | null> {
  const own = await ownList();
  if (!own) return null;
  const { list, text, date } = own;
  return {
    version: list.version,
    words: wordsOf(await ofText(text)),
    comparedAt: date,
    refused: await refusedFiles(),
  };
}

export async function refusedFiles(): Promise<RefusedFile[]> {
  if (!(await caches.has(REFUSED_FILES))) return [];
  const cache = await caches.open(REFUSED_FILES);
  const files = (await cache.keys()).map(async (request) => {
    const response = await cache.match(request);
    const { pathname, search } = new URL(request.url);
    return { path: pathInApp(pathname) + search, at: (response && dateOf(response)) ?? new Date() };
  });
  return Promise.all(files);
}

export async function forgetRefused(): Promise<void> {
  await caches.delete(REFUSED_FILES);
}

/** Compares each file that is kept for use without a network with the list of this version. Null without a list. */
export async function compareKeptFiles(): Promise<KeptFilesCompared | null> {
  const own = await ownList();
  if (!own) return null;
  // List of a waiting version, whose files are kept beside these.
  const waiting = await keptList((await navigator.serviceWorker.ready).waiting);
  const expected = new Map<string, string[]>();
  for (const { path, sha256 } of [own, waiting].flatMap((one) => one?.list.files ?? []))
    expected.set(`/${path}`, [...(expected.get(`/${path}`) ?? []), sha256]);
  const found: KeptFilesCompared = { same: 0, changed: [] };
  for (const name of await caches.keys()) {
    // Models are compared with the manifest when they are loaded; the other caches hold no files.
    if (!/^(workbox-precache|runtime-files|page-)/.test(name)) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const path = pathInApp(new URL(request.url).pathname).replace(/\/$/, '/index.html');
      const bytes = await (await cache.match(request))?.arrayBuffer();
      if (!bytes) continue;
      if (expected.get(path)?.includes(await sha256(bytes))) found.same++;
      else found.changed.push(path);
    }
  }
  if (found.changed.length === 0) {
    const cache = await caches.open(listCache(own.hash));
    await cache.put(ADDRESS, new Response(own.text, { headers: { date: new Date().toUTCString() } }));
  }
  return found;
}

/** What the waiting version changes, or the host's where updates need consent; null if there is none. */
export async function readChange(): Promise<Change | null> {
  const own = await ownList();
  if (!own) return null;
  const { waiting } = await navigator.serviceWorker.ready;
  const next = waiting ? (await keptList(waiting))?.text : await listOfHost();
  if (next === undefined || next === null || next === own.text) return null;
  const list = integrityList.parse(JSON.parse(next));
  const before = new Map(own.list.files.map(({ path, sha256 }) => [path, sha256]));
  const after = new Map(list.files.map(({ path, sha256 }) => [path, sha256]));
  return {
    version: list.version,
    words: wordsOf(await ofText(next)),
    hash: await ofText(withoutWorker(next)),
    added: [...after.keys()].filter((path) => !before.has(path)),
    changed: [...after].filter(([path, hash]) => (before.get(path) ?? hash) !== hash).map(([path]) => path),
    removed: [...before.keys()].filter((path) => !after.has(path)),
  };
}

async function listOfHost(): Promise<string | null> {
  if (!(await asksFirst())) return null;
  const response = await fetch(ADDRESS, { cache: 'no-store' }).catch(() => null);
  return response?.ok ? response.text() : null;
}

/** Whether updates are installed only with consent. */
export const asksFirst = (): Promise<boolean> => caches.has(ASKS_FIRST);

export async function setAsksFirst(asks: boolean): Promise<void> {
  if (asks) await caches.open(ASKS_FIRST);
  else await caches.delete(ASKS_FIRST);
}

/** Lets the version with this list be installed, and has the browser look for it. */
export async function approve(hash: string): Promise<void> {
  if (await asksFirst()) await (await caches.open(ASKS_FIRST)).put(approvalOf(hash), new Response());
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
}

/** When a page was last loaded past the service worker, which compares its code; null if none was since this was last asked. */
export function takeLoadedPast(): Date | null {
  const noted = localStorage.getItem(PAST_WORKER);
  localStorage.removeItem(PAST_WORKER);
  return noted === null ? null : new Date(noted);
}
