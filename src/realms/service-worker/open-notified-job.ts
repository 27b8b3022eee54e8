declare const self: ServiceWorkerGlobalScope;

/** Shows the job of a notification that was clicked: in a tab of the app that is open, or in a new one. */
export async function openNotifiedJob(notification: Notification): Promise<void> {
  notification.close();
  const data: unknown = notification.data;
  const job = typeof data === 'object' && data !== null && 'job' in data ? String(data.job) : null;
  const address = new URL(job === null ? '/' : `/#/jobs/${job}`, self.location.origin);
  const tabs = await self.clients.matchAll({ type: 'window' });
  const tab = tabs.find(({ url }) => new URL(url).pathname === '/');
  if (!tab) {
    await self.clients.openWindow(address);
    return;
  }
  await tab.focus();
  await tab.navigate(address);
}
