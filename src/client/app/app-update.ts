import { asksFirst, readChange } from './code-check.ts';
import { SERVICE_WORKER } from './service-worker-script.ts';

/** Calls `found` when a new version is installed and waits; `apply`, in any tab, activates it and reloads all tabs. */
export async function watchForUpdate(found: (apply: () => void) => void, signal: AbortSignal): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const { url, ...options } = SERVICE_WORKER;
  const workbox = new Workbox(url, options);
  let offered = false;
  let isWanted = false;
  workbox.addEventListener('waiting', () => {
    if (signal.aborted) return;
    offered = true;
    if (isWanted) workbox.messageSkipWaiting();
    else found(() => workbox.messageSkipWaiting());
  });
  // Whichever tab said so: the old page must not go on with the new worker.
  workbox.addEventListener('controlling', () => {
    if (offered && !signal.aborted) location.reload();
  });
  // It is registered; this finds the registration.
  await workbox.register({ immediate: true });
  // A page that came from the cache has not asked for it.
  await workbox.update().catch(console.info);
  // With consent alone, a new version is not installed before: the host's list shows that there is one.
  if ((await asksFirst()) && (await readChange()))
    found(() => {
      // Its files come first.
      isWanted = true;
    });
}
