import { vi } from 'vitest';

const BUSY_MS = 15_000;

/** Waits until the check no longer throws, on a busy machine too: a second, the default of `vi.waitFor`, is too short there. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: BUSY_MS });
