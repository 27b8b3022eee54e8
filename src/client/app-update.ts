/**
 * Calls `found` when a new version of the app is installed and waiting. Calling `apply`, in any tab, activates it and
 * reloads all tabs.
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
      // Whichever tab applied the update: the old page must not run with the new worker.
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
