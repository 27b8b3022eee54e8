import type { JobSummary } from './job-summary.ts';
import { getSettings, updateSettings } from './settings.ts';

export type Permission = NotificationPermission | 'unsupported';

export const systemPermission = (): Permission =>
  'Notification' in globalThis ? Notification.permission : 'unsupported';

/** Asks the user, who has just asked for it; gives what the browser says. */
export async function allowSystemNotifications(): Promise<Permission> {
  if (systemPermission() === 'unsupported') return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission === 'granted') await updateSettings({ system_notifications: true });
  return permission;
}

/** Tells the user through the system that a recording is done or failed, where wanted and nobody looks at this page. */
export async function notifySystem({ id, name, status, error }: JobSummary): Promise<void> {
  if (systemPermission() !== 'granted' || document.hasFocus()) return;
  if (!(await getSettings()).system_notifications) return;
  const registration = await navigator.serviceWorker.ready;
  await registration.showNotification(name, {
    body: status === 'done' ? 'The transcript is ready.' : `Failed: ${error?.message ?? 'unknown reason.'}`,
    icon: '/icon.svg',
    // Several tabs say it; the system shows it once.
    tag: id,
    data: { job: id },
  });
}
