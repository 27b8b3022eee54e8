import { type BrowserContext, expect, type Page } from '@playwright/test';
import { killBrowser } from '../bench/browser-processes.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { panel } from './open-editor.ts';
import { deleteProfile, launchWithMicrophone, newProfile } from './own-profile.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

const HELLO = clip('en_hello.wav');

let profile: string;
let context: BrowserContext;

async function openPage(): Promise<Page> {
  const page = await context.newPage();
  await openApp(page);
  return page;
}

test.beforeEach(async () => {
  profile = newProfile();
  context = await launchWithMicrophone(profile, HELLO.path);
});
test.afterEach(async () => {
  await context.close();
  await deleteProfile(profile);
});

const said = (page: Page) => page.getByRole('region', { name: 'What was said' });

async function startLive(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
}

async function secondsShown(page: Page): Promise<number> {
  const text = (await page.getByRole('timer').textContent()) ?? '';
  const [minutes = 0, seconds = 0] = text.split(':').map(Number);
  return minutes * 60 + seconds;
}

// By day in parts: tests/browser/live/live-view.test.ts and capture.test.ts, tests/contract/live-text-kept.test.ts, and the built app's
// sessions in tests/package/gateway-live.test.ts and tests/engines/live.spec.ts.
test('words appear while they are spoken; after stop the session is a job, with the marks and corrections made meanwhile', {
  tag: THOROUGH,
}, async () => {
  const page = await openPage();
  await startLive(page);
  await expect(said(page)).toContainText(/hello/i, { timeout: 120_000 });
  const [second] = [await context.newPage()];
  await second.goto('/#/captions');
  await page.getByRole('button', { name: 'Mark', exact: true }).click();
  await expect(second.getByRole('log')).toContainText(/hello/i, { timeout: 60_000 });
  await second.close();
  const correct = page.getByRole('button', { name: /^Correct what was said/ }).first();
  await correct.click();
  await page.getByRole('textbox', { name: /^What was said/ }).fill('Halloo there');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Halloo there');
  // The microphone says it once more: what nobody corrected is looked for in the transcript.
  await expect(said(page)).toContainText(/halloo there[\s\S]*hello/i, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page).toHaveURL(/#\/jobs\//, { timeout: 120_000 });
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText(/hello/i, { timeout: 150_000 });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect((await panel(page, 'Notes')).getByRole('listitem').first()).toBeVisible();
  await expect((await panel(page, 'Versions')).getByText(/Live text/)).toBeVisible();
});

test('a browser that is killed in the middle of a live session loses at most one second of it', {
  tag: THOROUGH,
}, async () => {
  const page = await openPage();
  await startLive(page);
  await expect.poll(() => secondsShown(page)).toBeGreaterThanOrEqual(6);
  const shown = await secondsShown(page);
  killBrowser(profile);
  await context.close().catch(() => undefined);

  context = await launchWithMicrophone(profile, HELLO.path);
  const next = await openPage();
  await expect(next.getByText('This recording was interrupted.')).toBeVisible();
  const stored = await next.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('earshot');
      request.onsuccess = () => resolve(request.result);
    });
    return new Promise<{ seconds: number }[]>((resolve) => {
      const request = db.transaction('arrivals').objectStore('arrivals').getAll();
      request.onsuccess = () => {
        db.close();
        resolve(request.result);
      };
    });
  });
  expect(stored).toHaveLength(1);
  // The clock shows whole seconds.
  expect(stored[0]?.seconds).toBeGreaterThanOrEqual(shown - 1);
  await next.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(next.getByRole('list', { name: 'Transcript' })).toContainText(/hello/i, { timeout: 150_000 });
});
