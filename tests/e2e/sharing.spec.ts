import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { killBrowser } from '../bench/browser-processes.ts';
import { takeViolations } from '../runner/content-violations.ts';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { deleteProfile, launchWith, newProfile } from './own-profile.ts';
import { call, openApp } from './page-service.ts';
import { startPlantingSite } from './planting-page.ts';
import { test } from './test.ts';

const HELLO = clip('en_hello.wav');

let site: { url: string; close(): void };
let profile: string;
let context: BrowserContext;

test.beforeEach(async () => {
  site = await startPlantingSite(APP_WITH_MODELS);
  profile = newProfile();
  context = await launchWith(profile);
});
test.afterEach(async () => {
  site.close();
  await context.close();
  await deleteProfile(profile);
});

/** Another origin, and another site. */
const visit = (page: Page, query: string) => page.goto(`${site.url}?${query}`, { waitUntil: 'commit' });

async function openPage(): Promise<Page> {
  const page = await context.newPage();
  await openApp(page);
  return page;
}

const jobsOf = async (page: Page) =>
  (await call<{ items: unknown[] }>(page, { method: 'GET', path: '/v2/pre-recorded' })).body.items;
const question = (page: Page, count: number) =>
  page.getByRole('heading', { name: count === 1 ? '1 file was shared' : `${count} files were shared` });

// Firefox and WebKit refuse it in tests/engines/sharing.spec.ts.
test('a form of another site is refused where the browser tells whose it is', { tag: THOROUGH }, async () => {
  const page = await openPage();
  await visit(page, 'files=2');
  await expect(page.getByText('not by a website')).toBeVisible();
  // A frame of the site has another service worker, with other storage, or none; the app is not even shown there.
  await visit(page, 'files=2&target=frame&referrer=no-referrer');
  await expect
    .poll(() => takeViolations(APP_WITH_MODELS))
    .toEqual([expect.stringContaining('frame-ancestors')]);
  await openApp(page);
  await expect(page.getByText('Try the sample')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'shared with Earshot' })).toHaveCount(0);
  expect(await jobsOf(page)).toEqual([]);
});

test('a form that hides whose it is waits for an answer, and nothing becomes of it before', async () => {
  const page = await openPage();
  await visit(page, 'files=2&referrer=no-referrer');
  await expect(question(page, 2)).toBeVisible();
  await expect(page.getByText(/^planted \d\.wav/)).toContainText(['planted 1.wav', 'planted 2.wav']);
  // It is not asked away by a reload, and a further share only adds to it.
  await page.reload();
  await expect(question(page, 2)).toBeVisible();
  expect(await jobsOf(page)).toEqual([]);
  // No more wait at a time than somebody can look through.
  await visit(page, 'files=19&referrer=no-referrer');
  await expect(page.getByRole('alert')).toContainText('at most 20 shared files wait at a time');
  await expect(question(page, 2)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'shared with Earshot' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Try the sample')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'shared with Earshot' })).toHaveCount(0);
  expect(await jobsOf(page)).toEqual([]);
});

test('what was shared outlives a browser that is killed before the answer, and is transcribed then', {
  tag: THOROUGH,
}, async () => {
  const page = await openPage();
  const told = page.waitForResponse((response) => response.url().endsWith('/share'));
  await visit(page, 'files=1&referrer=no-referrer');
  expect((await told).status()).toBe(303);
  killBrowser(profile);
  await context.close().catch(() => undefined);

  context = await launchWith(profile);
  const next = await openPage();
  await expect(question(next, 1)).toBeVisible();
  await next.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(next.getByRole('list', { name: 'Transcript' })).toContainText(HELLO.text);
  await expect(question(next, 1)).toHaveCount(0);
  expect(await jobsOf(next)).toHaveLength(1);
});

test('an empty file among them is shown by its name, and the others are transcribed', {
  tag: THOROUGH,
}, async () => {
  const page = await openPage();
  await page.evaluate(
    async (sound) => {
      const body = new FormData();
      body.append('recordings', new File([], 'empty.wav'));
      const bytes = Uint8Array.from(atob(sound), (character) => character.charCodeAt(0));
      body.append('recordings', new File([bytes], 'hello.wav'));
      await fetch('/share', { method: 'POST', body });
    },
    readFileSync(HELLO.path, 'base64'),
  );
  const files = page.getByRole('region', { name: 'shared with Earshot' }).getByRole('listitem');
  await expect(files).toHaveText([/^empty\.wav This file is empty/, /^hello\.wav/]);
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText(HELLO.text);
  await page.goBack();
  await expect(files).toHaveText([/^empty\.wav/]);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(files).toHaveCount(0);
});
