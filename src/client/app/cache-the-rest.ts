import { onChannelMessage } from '../../contract/realms/channel.ts';
import { CACHE_THE_REST } from '../../contract/realms/offline-message.ts';

/** The first steps of a visit take precedence over files that it may not need, */
const FIRST_STEPS_MS = 4_000;
/** and so does a job: caching hundreds of files takes almost as much processor time as a short recording. */
const QUIET_MS = 10_000;

/** Caches the files that the first view did not need. Resolves to false if a file could not be fetched: the next visit tries again. */
function cacheTheRest(): Promise<boolean> {
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
    .filter(({ name }) => /\/assets\/texts-[^/]+$/.test(name));
  await Promise.all(texts.map(({ name }) => fetch(name).catch(console.info)));
}

const watchers = new Set<(isComplete: boolean) => void>();
let isComplete: boolean | null = null;

/** Calls `onChange` with whether the app has all its files for use without a network, until the signal aborts. */
export function watchCompleteness(onChange: (isComplete: boolean) => void, signal: AbortSignal): void {
  watchers.add(onChange);
  signal.addEventListener('abort', () => watchers.delete(onChange));
  if (isComplete !== null) onChange(isComplete);
}

async function check(): Promise<void> {
  isComplete = await cacheTheRest();
  for (const onChange of watchers) onChange(isComplete);
}

/** A page may remain open for weeks, and what it needs for its next start be deleted meanwhile. */
function checkWhenSeen(): void {
  if (document.visibilityState === 'visible') void check();
}

/** Once the page was shown and no job runs; then whenever the network or the user comes back. */
export function cacheTheRestWhenIdle(): void {
  const started = new AbortController();
  const start = () => {
    started.abort();
    // WebKit has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void check());
    else void check();
    addEventListener('online', checkWhenSeen);
    document.addEventListener('visibilitychange', checkWhenSeen);
  };
  let timer = setTimeout(start, FIRST_STEPS_MS);
  onChannelMessage(() => {
    clearTimeout(timer);
    timer = setTimeout(start, QUIET_MS);
  }, started.signal);
}
