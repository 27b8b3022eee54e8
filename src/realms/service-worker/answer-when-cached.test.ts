import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { STILL_BUSY } from '../../contract/realms/busy-message.ts';
import { answerWhenCached } from './answer-when-cached.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks pages to keep the service worker running until the rest of the app is cached', async () => {
  const page = { postMessage: vi.fn() };
  const port = { postMessage: vi.fn() };
  let end: () => void = () => undefined;
  const caching = new Promise<void>((resolve) => {
    end = resolve;
  });
  const answering = answerWhenCached(port, caching, { matchAll: async () => [page] });
  await vi.advanceTimersByTimeAsync(40_000);
  expect(page.postMessage.mock.calls).toEqual([[{ type: STILL_BUSY }], [{ type: STILL_BUSY }]]);
  expect(port.postMessage).not.toHaveBeenCalled();
  end();
  await answering;
  expect(port.postMessage).toHaveBeenCalledExactlyOnceWith(true);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(page.postMessage).toHaveBeenCalledTimes(2);
});

it('tells the page that the app is incomplete where a file cannot be had', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const port = { postMessage: vi.fn() };
  await answerWhenCached(port, Promise.reject(new Error('404')), { matchAll: async () => [] });
  expect(port.postMessage).toHaveBeenCalledExactlyOnceWith(false);
});
