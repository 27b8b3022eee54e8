import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { cacheNames } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, PrecacheController } from 'workbox-precaching';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { APP_BASE, inApp, pathInApp } from '../../lib/addresses/app-base.ts';
import { contentPolicyFor } from '../../lib/content-policy.ts';
import { keepFile } from '../../storage/settings/kept-files-store.ts';
import { ServedModels } from './cache-served-models.ts';
import { withIsolation } from './isolation.ts';
import { keepAwakeFor } from './keep-worker-awake.ts';
import {
  afterFailure,
  fetchListed,
  forgetFormerLists,
  hashOf,
  keepOwnList,
  mayBeInstalled,
  RefusedFile,
} from './listed-files.ts';
import {
  fetchKeptFiles,
  fetchMissing,
  MODEL_FILE,
  RUNTIME_FILES,
  SAMPLE_FILE,
  SAMPLE_FILES,
  SERVED_MODELS,
} from './missing-files.ts';

declare const self: Omit<ServiceWorkerGlobalScope, '__WB_MANIFEST'> & {
  /** Injected by the build: every file of the app with its revision. Empty on the development server. */
  __WB_MANIFEST: AppFile[] | undefined;
};

/** An `InstallEvent` of the standard, which the library of types lacks. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes?(routes: readonly object[]): Promise<void>;
}

interface AppFile {
  /** Those without a revision are one entry, joined by "|". */
  url: string;
  /** Absent if the first view does not need it (src/cli/build/shell-first.ts). Its name holds its hash then. */
  revision?: string | null;
}

const listed = self.__WB_MANIFEST ?? [];
const shell = listed.filter(({ revision }) => revision !== undefined);
const files = listed.flatMap(({ url, revision }) => url.split('|').map((url) => ({ url, revision })));
/** Absolute paths. */
const paths = new Set(files.map(({ url }) => inApp(`/${url}`)));
const laterPaths = new Set(paths);
for (const { url } of shell) laterPaths.delete(inApp(`/${url}`));

/** The development server, which has no list of files, needs inline scripts and styles. */
const policyOf = (pathname: string) => (files.length > 0 ? contentPolicyFor(pathInApp(pathname)) : null);

const complete = new CacheableResponsePlugin({ statuses: [200] });

/** Remembers what is cached on first use, for when the cache is deleted. */
const remembered = {
  cacheDidUpdate: async ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    await keepFile(pathname + search).catch(console.warn);
  },
};

/**
 * What the list of files leaves out: the ONNX runtime, the voice activity model, rarely needed decoders, lists of words and names,
 * texts in other languages, the API console. They are large, have a hash in their names, and are cached on first use.
 */
const runtimeFiles = new CacheFirst({
  cacheName: RUNTIME_FILES,
  plugins: [complete, remembered, new ExpirationPlugin({ maxEntries: 30, purgeOnQuotaError: true })],
});

/** Runtime files on their way into the cache, by path. */
const arriving = new Map<string, Promise<unknown>>();

const sampleFiles = new StaleWhileRevalidate({ cacheName: SAMPLE_FILES, plugins: [complete, remembered] });

const servedModels = new ServedModels({
  cacheName: SERVED_MODELS,
  plugins: [complete, remembered, new ExpirationPlugin({ maxEntries: 30, purgeOnQuotaError: true })],
});

const isFirst = self.registration.active === null;
/** The last file of the installation that could not be fetched. */
let failed: { address: string; integrity: string; error: unknown } | null = null;
const precached = new PrecacheController({
  plugins: [
    {
      fetchDidFail: async ({ request, error }) => {
        failed = { address: request.url, integrity: request.integrity, error };
      },
    },
  ],
});
const installed = (isFirst ? shell : files).map(({ url, revision = null }) => ({ url, revision }));
precached.addToCacheList(installed);
cleanupOutdatedCaches();

/** Holds this version's page as it is sent, with its headers. */
const OWN_PAGE = `page-${shell.find(({ url }) => url === 'index.html')?.revision}`;

/**
 * Caches the app's files, each by its hash in the list. The first visit waits only for what its first view needs. An update is stored whole before
 * it takes over: the host may no longer have the files of a version that a page has half loaded. Rejects if a file was changed: the former version
 * then remains.
 */
export async function installAppShell(event: RoutingEvent): Promise<void> {
  await mayBeInstalled();
  const withHash = async (file: (typeof installed)[number]) => {
    const integrity = await hashOf(inApp(`/${file.url}`));
    return integrity === undefined ? file : { ...file, integrity };
  };
  precached.addToCacheList(await Promise.all(installed.map(withHash)));
  await precached.install(event).catch(async (error) => {
    if (failed?.integrity) await afterFailure(failed.address, failed.integrity, failed.error);
    throw error;
  });
  await keepOwnList();
  await routePastWorker(event).catch(console.warn);
}

/** Deletes the files of earlier versions. */
export async function activateAppShell(event: ExtendableEvent): Promise<void> {
  await forgetFormerLists();
  await precached.activate(event);
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith('page-') && name !== OWN_PAGE);
  await Promise.all(former.map((name) => caches.delete(name)));
}

/**
 * Lets a browser that can do so read the page, its scripts and its styles from the cache without this worker: they come sooner, with
 * their compiled code, and requests to the API do not wait behind them. What the cache lacks would come from the network, uncompared: only
 * files that are in it are read so. A worker's own script needs headers.
 */
async function routePastWorker(event: RoutingEvent): Promise<void> {
  if (!event.addRoutes || files.length === 0) return;
  await keepOwnPage();
  const or = installed
    .filter(({ url, revision }) => !revision && /\.(js|css)$/.test(url))
    .map(({ url }) => ({
      urlPattern: inApp(`/${url}`),
      requestMethod: 'GET',
      requestDestination: url.endsWith('css') ? 'style' : 'script',
    }));
  await event.addRoutes([
    {
      condition: {
        urlPattern: { pathname: APP_BASE, search: '' },
        requestMethod: 'GET',
        requestMode: 'navigate',
      },
      source: { cacheName: OWN_PAGE },
    },
    { condition: { or }, source: { cacheName: cacheNames.precache } },
  ]);
}

async function keepOwnPage(): Promise<void> {
  const cache = await caches.open(OWN_PAGE);
  if (await cache.match(APP_BASE)) return;
  const page = await precached.matchPrecache('index.html');
  if (page) await cache.put(APP_BASE, withIsolation(page, policyOf(APP_BASE)));
}

/** Caches what the first visit left for later, and what was deleted since; then the app works without a network. */
export async function cacheTheRest(): Promise<void> {
  await restoreShell();
  const later = [...laterPaths].map((path) => ({ path, key: path }));
  await fetchMissing(cacheNames.precache, later);
  await fetchKeptFiles();
}

/** Fetches what the cache lacks of the first view. Files of a newer version do not go with it: they are installed. */
async function restoreShell(): Promise<void> {
  const ofShell = shell.map(({ url }) => ({
    path: inApp(`/${url}`),
    key: precached.getCacheKeyForURL(url) ?? url,
  }));
  await fetchMissing(cacheNames.precache, ofShell, async () => {
    await self.registration.update();
    const { installing, waiting } = self.registration;
    if (installing || waiting) throw new Error('A newer version of the app is being installed.');
  });
  await keepOwnPage();
}

/**
 * Responds to a request for a file of the app, with or without a network; null if the browser should fetch it itself.
 */
export function answerFromAppShell(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return null;
  if (request.mode === 'navigate') {
    const answer = answerNavigation(request);
    event.waitUntil(keepAwakeFor(answer.then(restoreShell), self.clients).catch(console.warn));
    return answer;
  }
  const path = pathInApp(pathname);
  if (MODEL_FILE.test(path)) return servedModels.handle({ event, request });
  if (SAMPLE_FILE.test(path)) return sampleFiles.handle({ event, request });
  if (paths.has(pathname)) return answerFile(event);
  if (path.startsWith('/assets/')) return answerRuntimeFile(event, pathname);
  if (path.startsWith('/pool/') || path === '/openai.js') return answerFile(event);
  // The browser handles the rest, but a worker's script needs the headers even if it is not cached.
  return request.destination === 'worker' ? answerFile(event) : null;
}

/** The second worker of a job gets a large file from the cache, so that the first one's is fetched and written once. */
async function answerRuntimeFile(event: FetchEvent, path: string): Promise<Response> {
  const integrity = await hashOf(path);
  await arriving.get(path);
  const isWorker = event.request.destination === 'worker';
  const { url } = event.request;
  // By its address: WebKit refuses to fetch a request for a worker's script a second time.
  const request =
    integrity !== undefined ? new Request(url, { integrity }) : isWorker ? new Request(url) : event.request;
  const [response, cached] = runtimeFiles.handleAll({ event, request });
  const arrival = cached
    .then(() => keepFile(path))
    .catch(console.warn)
    .finally(() => arriving.delete(path));
  arriving.set(path, arrival);
  const answer = response.catch((error) => {
    if (integrity === undefined) throw error;
    return afterFailure(url, integrity, error);
  });
  return isWorker ? withIsolation(await answer, policyOf(path)) : answer;
}

/** A page of the app; offline, an unknown path opens the app. */
async function answerNavigation(request: Request): Promise<Response> {
  const path = pageOf(request.url);
  const page = await precached.matchPrecache(path);
  if (page) return withIsolation(page, policyOf(path));
  try {
    return withIsolation(await fetchPage(request, path), policyOf(path));
  } catch (error) {
    const app = await precached.matchPrecache('index.html');
    // Its files are named from where it is.
    if (app) return Response.redirect(APP_BASE);
    if (error instanceof RefusedFile) return refusedPage(error);
    throw error;
  }
}

/** Shown where the cache was deleted and the host has another page. A newer version is installed and then reloaded. */
function refusedPage({ message }: Error): Response {
  const { registration } = self;
  registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
  void registration.update().catch(console.warn);
  return new Response(message, { status: 503, headers: { 'content-type': 'text/plain', refresh: '5' } });
}

/** A page of the app by its hash; a page of the operator's own as it is. */
const fetchPage = async (request: Request, path: string): Promise<Response> =>
  (await hashOf(path)) === undefined ? fetch(request) : fetchListed(path);

/** The file behind a page's path; the query string is for the page's scripts. */
function pageOf(address: string): string {
  const { pathname } = new URL(address);
  return pathname.endsWith('/') ? `${pathname}index.html` : pathname;
}

async function answerFile({ request }: FetchEvent): Promise<Response> {
  const { pathname } = new URL(request.url);
  const cache = await caches.open(cacheNames.precache);
  const kept = laterPaths.has(pathname)
    ? await cache.match(pathname)
    : await precached.matchPrecache(pathname);
  if (kept && (request.destination === 'script' || request.destination === 'style')) return kept;
  if (kept) return withIsolation(kept, policyOf(pathname));
  // By its address, as above.
  const response = await fetchListed(request.url, { signal: request.signal });
  if (response.ok && laterPaths.has(pathname))
    await cache.put(pathname, response.clone()).catch(console.warn);
  return withIsolation(response, policyOf(pathname));
}
