import { waitFor } from '../../lib/wait-for.ts';

/** Waits before each further attempt: a service worker that was stopped is up again by the last one. */
const WAITS_MS = [100, 400, 1500];

/**
 * Fetches from the app's own origin; a request that is not answered is sent again, up to three times.
 *
 * Every such request passes the service worker. A browser that stops it while it holds one rejects the request, though the server is
 * well; without network there is no further attempt.
 *
 * @throws {TypeError} if none is answered
 */
export async function fetchServed(url: URL, init?: RequestInit): Promise<Response> {
  for (const wait of WAITS_MS) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (globalThis.navigator?.onLine === false) throw error;
      await waitFor(wait);
    }
  }
  return fetch(url, init);
}
