import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { renewLog } from './renew-log.ts';

/** What Chromium says of its storage; the caches have the spare room already. */
function useChromium(estimate: () => Promise<StorageEstimate>): void {
  vi.stubGlobal('navigator', {
    userAgent: 'Chrome/156',
    storage: { estimate },
    locks: { request: (_name: string, held: () => Promise<void>) => held() },
  });
  vi.stubGlobal('caches', { match: () => Promise.resolve(new Response()) });
}

/** A host ends without notice, as that of a killed browser, and the next one starts: rows that fill the log. */
async function fillersAfterKill(): Promise<number> {
  const { signal } = new AbortController();
  await renewLog(signal);
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await renewLog(signal);
  return put.mock.calls.filter(([, key]) => String(key).startsWith('log-filler-')).length;
}

beforeEach(emptyDatabase);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('begins a new log after a host that ended without notice', async () => {
  useChromium(() => Promise.resolve({ quota: 1e9, usage: 0 }));
  expect(await fillersAfterKill()).toBe(100);
});

it('begins it although the browser is too busy to add up its storage', async () => {
  useChromium(() => Promise.reject(new Error('not now')));
  expect(await fillersAfterKill()).toBe(100);
});

it('writes nothing of the kind where the browser says that its storage is nearly full', async () => {
  useChromium(() => Promise.resolve({ quota: 1e9, usage: 0.99e9 }));
  expect(await fillersAfterKill()).toBe(0);
});
