import { afterEach, expect, it, vi } from 'vitest';
import { ensureSoundLog } from './sound-log.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'caches');
});

it('lets a frame write whose browser forbids it caches', async () => {
  vi.stubGlobal('navigator', {
    userAgent: 'Chrome/143',
    locks: { request: (_name: string, held: () => Promise<void>) => held() },
  });
  // As a sandboxed frame without `allow-same-origin` has it.
  Object.defineProperty(globalThis, 'caches', {
    configurable: true,
    get: () => {
      throw new DOMException('Cache storage is disabled', 'SecurityError');
    },
  });
  await expect(ensureSoundLog()).resolves.toBeUndefined();
});
