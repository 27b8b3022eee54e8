import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { updateSettings } from '../settings/settings.ts';
import { notifySystem } from './system-notification.ts';

const show = vi.fn(async () => undefined);
const page = { hasFocus: () => false };
const done = { id: 'a', name: 'talk.mp3' };

beforeEach(async () => {
  await emptyDatabase();
  show.mockClear();
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', {
    ...navigator,
    serviceWorker: { ready: Promise.resolve({ showNotification: show }) },
  });
  await updateSettings({ system_notifications: true });
});

it('tells the end of a job, once for all tabs', async () => {
  await notifySystem(done, 'The transcript is ready.');
  expect(show.mock.calls).toMatchObject([
    ['talk.mp3', { body: 'The transcript is ready.', tag: 'a', data: { job: 'a' } }],
  ]);
});

it.each([
  ['where somebody looks', () => vi.stubGlobal('document', { hasFocus: () => true })],
  ['where the browser does not allow it', () => vi.stubGlobal('Notification', { permission: 'denied' })],
  ['where it is switched off', () => updateSettings({ system_notifications: false })],
])('tells nothing %s', async (_, change) => {
  await change();
  await notifySystem(done, 'The transcript is ready.');
  expect(show).not.toHaveBeenCalled();
});
