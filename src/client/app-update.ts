/**
 * Calls `found` when a new version of the app was installed and waits for its turn. It starts when `apply` is called, in
 * this tab or another, and then all tabs reload.
 */
export function watchForUpdate(found: (apply: () => void) => void, signal: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  const watch = (worker: ServiceWorker | null) => {
    let offered = false;
    const check = () => {
      if (worker?.state === 'installed' && navigator.serviceWorker.controller) {
        offered = true;
        found(() => worker.postMessage({ type: 'SKIP_WAITING' }));
      }
      // Whichever tab said so: the old page must not go on with the new worker.
      if (worker?.state === 'activated' && offered) location.reload();
    };
    worker?.addEventListener('statechange', check, { signal });
    check();
  };
  navigator.serviceWorker.ready.then((registration) => {
    if (signal.aborted) return;
    watch(registration.waiting);
    registration.addEventListener('updatefound', () => watch(registration.installing), { signal });
  }, console.error);
}
