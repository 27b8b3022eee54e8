import { CACHE_THE_REST } from '../contract/offline-message.ts';

/** What a visit does first, its first job perhaps, comes before files that it may not need. */
const FIRST_STEPS_MS = 3_000;

/**
 * Has the service worker cache the files that the first view did not need. Resolves to true once the app is complete
 * without a network, to false if a file could not be fetched: the next visit tries again.
 */
export function cacheTheRest(): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = navigator.serviceWorker.controller;
    if (!worker) return resolve(false);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data === true);
    };
    worker.postMessage({ type: CACHE_THE_REST }, [port2]);
  });
}

/** The same when the page has been shown and is idle. */
export function cacheTheRestWhenIdle(): void {
  setTimeout(() => {
    // WebKit has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void cacheTheRest());
    else void cacheTheRest();
  }, FIRST_STEPS_MS);
}
