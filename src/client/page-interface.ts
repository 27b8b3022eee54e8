import { apiClient } from './api-client.ts';
import type { PoolEntry } from './pool.ts';
import { serviceKey } from './service-key.ts';
import { type SpeechClient, speechClient } from './speech-client.ts';

/**
 * What the app's pages offer to scripts, such as the command line's, as `globalThis.earshot`, and what other pages of
 * the origin import from `/earshot.js`.
 */
export interface PageInterface extends SpeechClient {
  /** The key to send as `x-service-key`. */
  key(): Promise<string>;
  /** Joins a pool; null leaves it. */
  setPool(entry: PoolEntry | null): Promise<void>;
}

declare global {
  var earshot: PageInterface;
}

export const pageInterface: PageInterface = {
  ...speechClient(apiClient),
  key: serviceKey,
  setPool: async (entry) => {
    const { leavePool, setPool } = await import('./pool.ts');
    await (entry === null ? leavePool() : setPool(entry));
  },
};

/** Call once, at page start. */
export function offerPageInterface(): void {
  globalThis.earshot = pageInterface;
}
