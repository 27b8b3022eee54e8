import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { withIsolation } from './isolation.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** Injected by the build: every file of the app with its revision. Empty on the development server. */
  __WB_MANIFEST: { url: string; revision: string | null }[] | undefined;
};

const complete = new CacheableResponsePlugin({ statuses: [200] });

/**
 * The ONNX runtime, the voice activity model, rarely needed decoders, the romanisation tables, lists of words and names, and the API console: large,
 * with a hash in their names, and cached on first use.
 */
const runtimeFiles = new CacheFirst({
  cacheName: 'runtime-files',
  plugins: [complete, new ExpirationPlugin({ maxEntries: 30, purgeOnQuotaError: true })],
});

const sampleFiles = new StaleWhileRevalidate({ cacheName: 'sample-files', plugins: [complete] });

const RUNTIME_FILE =
  /^\/assets\/(.+\.(wasm|onnx)|(swagger-console|mediabunny-ac3|(mpeg|flac|opus|vorbis)-decoder|WASMAudioDecoderCommon|any-ascii|english-names|name-lists|english-words|AFINN)-.+\.(js|css))$/;
const SAMPLE_FILE = /^\/demo\//;

/** Caches the app's files and deletes those of earlier versions. */
export function installAppShell(): void {
  precache(self.__WB_MANIFEST ?? []);
  cleanupOutdatedCaches();
}

/**
 * Responds to a request for a file of the app, with or without a network; null if the browser should fetch it itself.
 */
export function answerFromAppShell(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return null;
  if (request.mode === 'navigate') return answerNavigation(request);
  if (RUNTIME_FILE.test(pathname)) return runtimeFiles.handle({ event, request });
  if (SAMPLE_FILE.test(pathname)) return sampleFiles.handle({ event, request });
  // A worker's script needs the headers even if it is not cached; the browser handles the rest.
  return getCacheKeyForURL(pathname) || request.destination === 'worker' ? answerFile(request) : null;
}

/** A page of the app; offline, an unknown path opens the app. */
async function answerNavigation(request: Request): Promise<Response> {
  const page = await matchPrecache(pageOf(request.url));
  if (page) return withIsolation(page);
  try {
    return withIsolation(await fetch(request));
  } catch (error) {
    const app = await matchPrecache('/index.html');
    if (app) return withIsolation(app);
    throw error;
  }
}

/** The file behind a page's path; the query string is for the page's scripts. */
function pageOf(address: string): string {
  const { pathname } = new URL(address);
  return pathname.endsWith('/') ? `${pathname}index.html` : pathname;
}

async function answerFile(request: Request): Promise<Response> {
  const kept = await matchPrecache(new URL(request.url).pathname);
  // By its address: WebKit refuses to fetch a request for a worker's script a second time.
  return withIsolation(kept ?? (await fetch(request.url, { signal: request.signal })));
}
