/** Tag of the browser's sync event for the service worker. */
export const NOTIFY_SYNC = 'earshot-notify';

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync, which not every browser supports and TypeScript does not describe. */
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

/**
 * Asks the browser, while offline, to wake the service worker once the network is back; online it would fire at once.
 */
export async function wakeWhenOnline(): Promise<void> {
  if (navigator.onLine !== false) return;
  // A sandboxed frame is not even allowed to ask.
  const registration = await ownRegistration().catch(() => undefined);
  // If the browser refuses, the next opened tab delivers.
  await registration?.sync?.register(NOTIFY_SYNC).catch(console.warn);
}

async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const realm: object = globalThis;
  if ('registration' in realm && realm.registration instanceof ServiceWorkerRegistration) {
    return realm.registration;
  }
  return navigator.serviceWorker?.getRegistration();
}
