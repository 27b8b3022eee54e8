import { pathInApp } from '../../lib/addresses/app-base.ts';
import { forgetFile, keptFiles } from '../../storage/settings/kept-files-store.ts';
import { fetchListed } from './listed-files.ts';

export const RUNTIME_FILES = 'runtime-files';
/** Paths in the app. */
export const SAMPLE_FILES = 'sample-files';
export const SERVED_MODELS = 'served-models';

/** Paths in the app. */
export const SAMPLE_FILE = /^\/demo\//;
export const MODEL_FILE = /^\/models\//;

function cacheOf(path: string): string {
  const inside = pathInApp(path);
  if (MODEL_FILE.test(inside)) return SERVED_MODELS;
  return SAMPLE_FILE.test(inside) ? SAMPLE_FILES : RUNTIME_FILES;
}

/** Files on their way: a hash is compared once a file is whole, for which one request after the other would wait each time. */
const AT_A_TIME = 4;

interface Wanted {
  path: string;
  /** Its address in the cache. */
  key: string;
}

/**
 * Fetches files that the cache lacks, after `beforeFirst` if there are any. Throws Error if one of them cannot be had.
 */
export async function fetchMissing(
  cacheName: string,
  files: readonly Wanted[],
  beforeFirst?: () => Promise<void>,
): Promise<void> {
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = files.filter(({ key }) => !kept.has(new URL(key, location.href).href));
  if (missing.length > 0) await beforeFirst?.();
  const fetchNext = async () => {
    for (let next = missing.shift(); next; next = missing.shift()) {
      const response = await fetchListed(next.path, { cache: 'no-cache' });
      if (!response.ok) throw new Error(`${next.path}: ${response.status}`);
      const { headers } = response;
      // A host may have redirected it, and a page is not answered with that.
      await cache.put(next.key, response.redirected ? new Response(response.body, { headers }) : response);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, fetchNext));
}

/** Those that this device has needed before, as long as the host has them. */
export async function fetchKeptFiles(): Promise<void> {
  for (const path of await keptFiles()) {
    const cache = await caches.open(cacheOf(path));
    if (await cache.match(path)) continue;
    const response = await fetchListed(path);
    if (response.ok) await cache.put(path, response);
    // A file of an earlier version.
    else if (response.status === 404) await forgetFile(path);
    else throw new Error(`${path}: ${response.status}`);
  }
}
