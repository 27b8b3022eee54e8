import type { JobSummary } from '../jobs/job-summary.ts';
import { getSettings, updateSettings } from '../settings/settings.ts';

export type Permission = NotificationPermission | 'unsupported';

export const systemPermission = (): Permission =>
  'Notification' in globalThis ? Notification.permission : 'unsupported';

/** Requests permission after a user action and returns the browser's answer. */
export async function allowSystemNotifications(): Promise<Permission> {
  if (systemPermission() === 'unsupported') return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission === 'granted') await updateSettings({ system_notifications: true });
  return permission;
}

/** Notifies the user through the system that a job has ended, if enabled and no page of the app is visible; `body` says how. */
export async function notifySystem(
  { id, name }: Pick<JobSummary, 'id' | 'name'>,
  body: string,
): Promise<void> {
  if (systemPermission() !== 'granted' || document.hasFocus()) return;
  if (!(await getSettings()).system_notifications) return;
  const registration = await navigator.serviceWorker.ready;
  await registration.showNotification(name, {
    body,
    icon: '/icon.svg',
    // Several tabs send it; the tag makes the system show it once.
    tag: id,
    data: { job: id },
  });
}
