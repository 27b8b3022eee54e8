import { lazily } from '../../lib/lazily.ts';
import type { LibraryClient } from './library-client.ts';

/** The library, whose code is loaded when it is first used. */
export const lazyLibraryClient: LibraryClient = lazily(
  async () => (await import('./library-client.ts')).libraryClient,
);
