import { asksFirst, readChange } from './code-check.ts';
import { SERVICE_WORKER } from './service-worker-script.ts';

/** Calls `found` when a new version is installed and waits; `apply`, in any tab, activates it and reloads all tabs. */
export async function watchForUpdate(found: (apply: () => void) => void, signal: AbortSignal): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const { url, ...options } = SERVICE_WORKER;
  const workbox = new Workbox(url, options);
  // Its own events end after two installations; refused ones count.
  const registration = await workbox.register({ immediate: true });
  if (!registration) return;
  let offered = false;
  let isWanted = false;
  const apply = () => {
    // Its files may have to come first.
    isWanted = true;
    workbox.messageSkipWaiting();
  };
  const offer = () => {
    if (signal.aborted || !registration.active || !registration.waiting) return;
    offered = true;
    if (isWanted) apply();
    else found(apply);
  };
  // Each one, however many were refused before.
  const follow = () => {
    const worker = registration.installing;
    const look = () => void (worker?.state === 'installed' && offer());
    worker?.addEventListener('statechange', look, { signal });
  };
  registration.addEventListener('updatefound', follow, { signal });
  follow();
  offer();
  // Whichever tab said so: the old page must not go on with the new worker.
  const reload = () => void (offered && location.reload());
  navigator.serviceWorker.addEventListener('controllerchange', reload, { signal });
  // A page that came from the cache has not asked for it.
  await workbox.update().catch(console.info);
  // With consent alone, a new version is not installed before: the host's list shows that there is one.
  if ((await asksFirst()) && (await readChange())) found(apply);
}
