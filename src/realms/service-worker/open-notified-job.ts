import { APP_BASE } from '../../lib/addresses/app-base.ts';

declare const self: ServiceWorkerGlobalScope;

/** Opens the job of a clicked notification in an open tab of the app, or in a new one. */
export async function openNotifiedJob(notification: Notification): Promise<void> {
  notification.close();
  const data: unknown = notification.data;
  const job = typeof data === 'object' && data !== null && 'job' in data ? String(data.job) : null;
  const address = new URL(APP_BASE + (job === null ? '' : `#/jobs/${job}`), self.location.origin);
  const tabs = await self.clients.matchAll({ type: 'window' });
  const tab = tabs.find(({ url }) => new URL(url).pathname === APP_BASE);
  if (!tab) {
    await self.clients.openWindow(address);
    return;
  }
  await tab.focus();
  await tab.navigate(address);
}
