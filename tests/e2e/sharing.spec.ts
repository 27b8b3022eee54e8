import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { killBrowser } from '../bench/browser-processes.ts';
import { wholeChromiumOptions } from '../runner/chromium-options.ts';
import { takeViolations } from '../runner/content-violations.ts';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { neverIdle } from './never-idle.ts';
import { call, openApp } from './page-service.ts';
import { startPlantingSite } from './planting-page.ts';
import { test } from './test.ts';

const HELLO = clip('en_hello.wav');

let site: { url: string; close(): void };
let profile: string;
let context: BrowserContext;

async function startBrowser(): Promise<void> {
  context = await chromium.launchPersistentContext(profile, {
    ...wholeChromiumOptions(),
    baseURL: APP_WITH_MODELS,
    reducedMotion: 'reduce',
  });
  await neverIdle(context);
}

test.beforeEach(async () => {
  site = await startPlantingSite(APP_WITH_MODELS);
  profile = mkdtempSync(join(tmpdir(), 'earshot-sharing-'));
  await startBrowser();
});
test.afterEach(async () => {
  site.close();
  await context.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
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

test('a form of another site is refused where the browser tells whose it is', async () => {
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

  await startBrowser();
  const next = await openPage();
  await expect(question(next, 1)).toBeVisible();
  await next.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(next.getByRole('list', { name: 'Transcript' })).toContainText(HELLO.text);
  await expect(question(next, 1)).toHaveCount(0);
  expect(await jobsOf(next)).toHaveLength(1);
});
