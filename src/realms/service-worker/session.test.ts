import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { STILL_BUSY } from '../../contract/realms/busy-message.ts';
import { CACHE_THE_REST } from '../../contract/realms/offline-message.ts';
import { cacheTheRest } from './app-shell.ts';
import { serveWorker } from './session.ts';

vi.mock('../../service/router.ts', () => ({ createApp: vi.fn() }));
vi.mock('./app-shell.ts', () => ({
  installAppShell: () => undefined,
  answerFromAppShell: () => null,
  cacheTheRest: vi.fn(),
}));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks its pages to keep it running while it caches the rest of the app', async () => {
  const listeners = new Map<string, (event: unknown) => void>();
  const toPage = vi.fn();
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    clients: { matchAll: async () => [{ postMessage: toPage }] },
  });
  let end: () => void = () => undefined;
  vi.mocked(cacheTheRest).mockReturnValue(new Promise((resolve) => (end = resolve)));
  vi.useFakeTimers();
  serveWorker();
  const port = { postMessage: vi.fn() };
  const waitUntil = vi.fn();
  listeners.get('message')?.({ data: { type: CACHE_THE_REST }, ports: [port], waitUntil });
  await vi.advanceTimersByTimeAsync(40_000);
  expect(toPage.mock.calls).toEqual([[{ type: STILL_BUSY }], [{ type: STILL_BUSY }]]);
  end();
  await Promise.all(waitUntil.mock.calls.flat());
  expect(port.postMessage).toHaveBeenCalledExactlyOnceWith(true);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(toPage).toHaveBeenCalledTimes(2);
});
