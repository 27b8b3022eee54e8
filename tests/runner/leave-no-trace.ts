import { afterAll, vi } from 'vitest';

/** Files of a worker share modules and globals: whatever a file put in their place ends with it. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
