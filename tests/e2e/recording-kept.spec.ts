import { expect, type Page } from '@playwright/test';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { browserForEach, secondsShown } from './microphone-browser.ts';
import { call } from './page-service.ts';
import { test } from './test.ts';

const browser = browserForEach();
const openPage = () => browser.openPage();

const interrupted = (page: Page) => page.getByText('This recording was interrupted.');

async function record(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await untilRecorded(page, seconds);
}

const untilRecorded = (page: Page, seconds: number) =>
  expect.poll(() => secondsShown(page)).toBeGreaterThanOrEqual(seconds);

/** Rows of the stores of what is no recording yet. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('earshot');
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = db.transaction(['arrivals', 'arrival-pieces']);
    const all = (name: string) =>
      new Promise<{ seconds: number }[]>((resolve) => {
        const request = transaction.objectStore(name).getAll();
        request.onsuccess = () => resolve(request.result);
      });
    const [arrivals, pieces] = await Promise.all([all('arrivals'), all('arrival-pieces')]);
    db.close();
    return { seconds: arrivals.map(({ seconds }) => seconds), pieces: pieces.length };
  });

const jobsOf = async (page: Page) =>
  (await call<{ items: unknown[] }>(page, { method: 'GET', path: '/v2/pre-recorded' })).body.items;

const transcript = (page: Page) => page.getByRole('list', { name: 'Transcript' });

test('a browser that is killed loses at most two seconds of a recording, which is played and transcribed at the next visit', async () => {
  const page = await openPage();
  await record(page, 6);
  const shown = await secondsShown(page);

  const next = await browser.killAndStart();
  await expect(interrupted(next)).toBeVisible();
  const { seconds } = await stored(next);
  expect(seconds).toHaveLength(1);
  expect(seconds[0]).toBeGreaterThan(shown - 2);
  expect(await jobsOf(next)).toEqual([]);

  await next.getByRole('button', { name: 'Play', exact: true }).click();
  await expect
    .poll(() => next.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(1);
  // It remains until a person decides.
  await next.reload();
  await expect(interrupted(next)).toBeVisible();
  await next.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(transcript(next)).toContainText('Hello');
  await expect(interrupted(next)).toBeHidden();
  expect(await stored(next)).toEqual({ seconds: [], pieces: 0 });
});

test('what another tab is recording is not offered; when that tab is gone, it is', {
  tag: THOROUGH,
}, async () => {
  const [one, two] = [await openPage(), await openPage()];
  await record(one, 1);
  await record(two, 1);
  await untilRecorded(one, 3);
  const third = await openPage();
  await expect(third.getByRole('button', { name: 'Record', exact: true })).toBeVisible();
  await expect.poll(async () => (await stored(third)).seconds.length).toBe(2);
  await third.reload();
  await expect(third.getByText('Try the sample')).toBeVisible();
  await expect(interrupted(third)).toHaveCount(0);
  await one.close({ runBeforeUnload: false });
  await two.getByRole('button', { name: 'Stop and transcribe' }).click();
  await expect(transcript(two)).toContainText('Hello');
  await third.reload();
  await expect(interrupted(third)).toHaveCount(1);
  // Left as it is, deleted, and gone from storage.
  await third.getByRole('button', { name: 'Delete', exact: true }).first().click();
  await third.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(interrupted(third)).toHaveCount(0);
  expect(await stored(third)).toEqual({ seconds: [], pieces: 0 });
  expect(await jobsOf(third)).toHaveLength(1);
});

test('where storage is full, a person is told at once, and what was stored stays', {
  tag: THOROUGH,
}, async () => {
  const page = await openPage();
  await record(page, 2);
  const devtools = await browser.context.newCDPSession(page);
  const limit = (quotaSize?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', {
      origin: APP_WITH_MODELS,
      ...(quotaSize !== undefined && { quotaSize }),
    });
  await limit(1);
  const alert = page.getByRole('alert').filter({ hasText: 'The latest seconds are not stored' });
  await expect(alert).toBeVisible({ timeout: 60_000 });
  const { pieces } = await stored(page);
  expect(pieces).toBeGreaterThan(0);
  // As soon as there is room, everything is stored: nothing of it is missing.
  await limit();
  await expect(alert).toBeHidden();
  await limit(1);
  await expect(alert).toBeVisible({ timeout: 60_000 });
  const before = await stored(page);
  await page.close({ runBeforeUnload: false });
  const next = await openPage();
  await expect(interrupted(next)).toBeVisible();
  expect(await stored(next)).toEqual(before);
  const after = await browser.context.newCDPSession(next);
  await after.send('Storage.overrideQuotaForOrigin', { origin: APP_WITH_MODELS });
  await next.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(transcript(next)).toContainText('Hello');
});

test('a microphone that is taken away ends the recording, which is transcribed as far as it came', {
  tag: THOROUGH,
}, async () => {
  const page = await openPage();
  await record(page, 4);
  await browser.context.clearPermissions();
  await expect(page.getByRole('alert')).toContainText('its permission was withdrawn');
  await expect(transcript(page)).toContainText('Hello');
  expect(await stored(page)).toEqual({ seconds: [], pieces: 0 });
});

test('where the data of the site are deleted during a recording, a person is told, and what is said afterwards is transcribed', {
  tag: THOROUGH,
}, async () => {
  const page = await openPage();
  await record(page, 4);
  const devtools = await browser.context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: APP_WITH_MODELS, storageTypes: 'indexeddb' });
  await expect(
    page.getByRole('alert').filter({ hasText: 'The browser deleted what was recorded so far.' }),
  ).toHaveText(
    'The browser deleted what was recorded so far. The recording goes on, and what is said from now on is stored.',
  );
  await untilRecorded(page, (await secondsShown(page)) + 8);
  await expect.poll(async () => (await stored(page)).pieces).toBeGreaterThan(4);
  await page.getByRole('button', { name: 'Stop and transcribe' }).click();
  await expect(transcript(page)).toContainText('train');
});

test('a recording that is discarded leaves nothing', { tag: THOROUGH }, async () => {
  const page = await openPage();
  await record(page, 2);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeVisible();
  await expect.poll(() => stored(page)).toEqual({ seconds: [], pieces: 0 });
  expect(await jobsOf(page)).toEqual([]);
});
