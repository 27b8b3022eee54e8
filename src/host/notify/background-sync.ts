/** Names the browser's wake-up call for the service worker. */
export const NOTIFY_SYNC = 'earshot-notify';

declare global {
  interface ServiceWorkerRegistration {
    /** Background Sync, which not every browser has, and which TypeScript does not describe. */
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

/**
 * Has the browser wake the service worker when the network is back, even if no tab is open then. Asked for only while
 * offline: with a network the browser would wake it at once, past the waits between attempts.
 */
export async function wakeWhenOnline(): Promise<void> {
  if (navigator.onLine !== false) return;
  // A sandboxed frame may not even ask.
  const registration = await ownRegistration().catch(() => undefined);
  // A browser may refuse: then the next tab that is opened delivers.
  await registration?.sync?.register(NOTIFY_SYNC).catch(console.warn);
}

async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const realm: object = globalThis;
  if ('registration' in realm && realm.registration instanceof ServiceWorkerRegistration) {
    return realm.registration;
  }
  return navigator.serviceWorker?.getRegistration();
}
