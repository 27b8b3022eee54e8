/**
 * Calls `found` when a new version of the app was installed and waits for its turn. It starts only when told to, since
 * another tab may still be working with the old one.
 */
export function watchForUpdate(found: (apply: () => void) => void, signal: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  const offer = (worker: ServiceWorker) => found(() => startVersion(worker));
  const watch = (worker: ServiceWorker | null) => {
    const check = () => {
      if (worker?.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
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

function startVersion(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage({ type: 'SKIP_WAITING' });
}
