import { afterEach, expect, it, vi } from 'vitest';
import { lendToServiceWorker } from './lend-to-worker.ts';

afterEach(() => vi.unstubAllGlobals());

it('lends nothing in a frame that is not allowed to ask for a service worker', () => {
  const sandboxed = {
    get serviceWorker(): never {
      throw new DOMException('Service worker is disabled', 'SecurityError');
    },
  };
  vi.stubGlobal('navigator', sandboxed);
  const { signal } = new AbortController();
  expect(() => lendToServiceWorker('work', () => undefined, signal)).not.toThrow();
});
