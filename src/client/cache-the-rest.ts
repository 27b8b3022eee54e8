import { CACHE_THE_REST } from '../contract/offline-message.ts';
import { listen } from '../lib/channel.ts';

/** What a visit does first comes before files that it may not need, */
const FIRST_STEPS_MS = 4_000;
/** and so does a job: hundreds of files would take almost as much of the processor as a short recording. */
const QUIET_MS = 10_000;

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
    void cacheTexts();
  });
}

/** The texts of the interface's language were needed before there was a worker that keeps them. */
async function cacheTexts(): Promise<void> {
  const texts = performance
    .getEntriesByType('resource')
    .find(({ name }) => /\/assets\/texts-[^/]+$/.test(name));
  if (texts) await fetch(texts.name).catch(console.info);
}

/** The same when the page has been shown, is idle, and no job has given a sign of life for a while. */
export function cacheTheRestWhenIdle(): void {
  const started = new AbortController();
  const start = () => {
    started.abort();
    // WebKit has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void cacheTheRest());
    else void cacheTheRest();
  };
  let timer = setTimeout(start, FIRST_STEPS_MS);
  listen(() => {
    clearTimeout(timer);
    timer = setTimeout(start, QUIET_MS);
  }, started.signal);
}
