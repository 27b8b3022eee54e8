import { type BrowserContext, expect, type Page } from '@playwright/test';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { deleteProfile, launchWith, newProfile } from './own-profile.ts';
import { call, create, finished, openApp, submit } from './page-service.ts';
import { testInProfile as test } from './test.ts';

interface Event {
  type: string;
  id?: string;
  status?: string;
  stage?: string;
}

const EVENTS = [
  'job-queued',
  'processing',
  'reading',
  'listening',
  'job-text',
  'job-window',
  'done',
  'job-deleted',
];

test('every change of a job reaches the pages of the origin on the channel named earshot', {
  tag: THOROUGH,
}, async ({ page, context }) => {
  await openApp(page);
  const listener = await context.newPage();
  await listener.goto('/v2/openapi.json');
  await listener.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    new BroadcastChannel('earshot').onmessage = ({ data }) => heard.push(data);
  });
  const id = await submit(page, clip('en_yes.wav').path);
  await finished(page, id);
  await call(page, { method: 'DELETE', path: `/v2/pre-recorded/${id}` });
  const told = async () => {
    const events: Event[] = await listener.evaluate(() => Reflect.get(globalThis, 'heard'));
    const own = events
      .filter((event) => event.id === id)
      .map(({ type, status, stage }) => stage ?? status ?? type);
    // Progress is reported many times.
    return [...new Set(own)];
  };
  await expect.poll(told).toEqual(EVENTS);
});

test.describe('a system notification', { tag: THOROUGH }, () => {
  interface Shown {
    tag: string;
    title: string;
    body: string;
  }

  /**
   * Notes what the browser has shown. It is not asked with `getNotifications`: where it is asked too soon, it forgets what its
   * window system does not have yet.
   */
  const watchNotifications = (page: Page) =>
    page.evaluate(() => {
      const shown: unknown[] = [];
      Object.assign(globalThis, { shown });
      const { showNotification } = ServiceWorkerRegistration.prototype;
      ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
        await showNotification.call(this, title, options);
        shown.push({ title, tag: options?.tag, body: options?.body });
      };
    });

  const shown = (page: Page): Promise<Shown[]> => page.evaluate(() => Reflect.get(globalThis, 'shown'));

  /** Nobody is looking at the page, although an automated browser claims the opposite. */
  const lookAway = (page: Page) =>
    page.evaluate(() => {
      document.hasFocus = () => false;
    });

  test('comes when a recording is done or failed, if the user allowed it and looks elsewhere', async () => {
    // The headless shell has no notifications. As an option of this file, the whole browser would end that of all other files.
    const profile = newProfile();
    const context = await launchWith(profile);
    try {
      await expectNotifications(context);
    } finally {
      await context.close();
      await deleteProfile(profile);
    }
  });

  async function expectNotifications(context: BrowserContext): Promise<void> {
    const page = await context.newPage();
    await context.grantPermissions(['notifications']);
    await openApp(page);
    await watchNotifications(page);
    const silent = await submit(page, clip('en_yes.wav').path);
    await lookAway(page);
    await finished(page, silent);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: 'Notify me when a transcript is ready' }).check();
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).click();
    const done = await submit(page, clip('en_yes.wav').path);
    await finished(page, done);
    const failed = await create(page, { audio_url: 'http://127.0.0.1:9/none.mp3' });
    await finished(page, failed);
    await expect
      .poll(async () => (await shown(page)).map(({ tag }) => tag).sort())
      .toEqual([done, failed].sort());
    const told = await shown(page);
    expect(told.find(({ tag }) => tag === done)).toMatchObject({
      title: 'en_yes.wav',
      body: 'The transcript is ready.',
    });
    expect(told.find(({ tag }) => tag === failed)?.body).toContain('Failed: ');
  }
});
