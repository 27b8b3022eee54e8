import { listArrivals } from '../recordings/arrival-store.ts';
import { database } from './database.ts';
import { audioRecord, modelFileRecord } from './records.ts';

/** What is in storage, by what can be done about it; bytes. */
export interface StoredKinds {
  recordings: { count: number; bytes: number };
  /** What was recorded or shared, and is not transcribed yet. */
  arrivals: { count: number; bytes: number };
  models: { bytes: number };
  /** Files of the app: `bytes` in all, `again` of those that are fetched again when they are needed. */
  app: { bytes: number; again: number };
}

/** Caches of src/realms/service-worker/app-shell.ts whose files are fetched again. The others are what opens the app without a network. */
const FETCHED_AGAIN = new Set(['runtime-files', 'sample-files', 'served-models']);

/** Adds up what records and the caches' headers say; reads no bytes but those of cached files that were sent compressed. */
export async function measureStorage(): Promise<StoredKinds> {
  const db = await database();
  const [audio, arrivals, files, app] = await Promise.all([
    db.getAll('audio'),
    listArrivals(),
    db.getAll('model-files'),
    measureCaches(),
  ]);
  const sum = (bytes: readonly number[]) => bytes.reduce((total, one) => total + one, 0);
  return {
    recordings: { count: audio.length, bytes: sum(audio.map((value) => audioRecord.parse(value).size)) },
    arrivals: { count: arrivals.length, bytes: sum(arrivals.map(({ bytes }) => bytes)) },
    models: { bytes: sum(files.map((value) => modelFileRecord.parse(value).received)) },
    app,
  };
}

async function measureCaches(): Promise<StoredKinds['app']> {
  const app = { bytes: 0, again: 0 };
  for (const name of await cacheNames()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      const bytes = response ? await sizeOf(response) : 0;
      app.bytes += bytes;
      if (FETCHED_AGAIN.has(name)) app.again += bytes;
    }
  }
  return app;
}

async function sizeOf(response: Response): Promise<number> {
  const length = response.headers.get('content-length');
  const isPlain = !response.headers.has('content-encoding');
  return length !== null && isPlain ? Number(length) : (await response.blob()).size;
}

/** None where the browser has no caches, as in Firefox's frames without storage. */
const cacheNames = async (): Promise<string[]> => globalThis.caches?.keys() ?? [];

/** Deletes the cached files that are fetched again when they are needed; the app still opens without a network. */
export async function emptyCache(): Promise<void> {
  for (const name of await cacheNames()) if (FETCHED_AGAIN.has(name)) await caches.delete(name);
}
