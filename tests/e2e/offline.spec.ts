import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { startStaticHost } from '../runner/static-host.ts';
import { NEW_APP } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { call, completeApp, openApp, uploadFile } from './page-service.ts';
import { test } from './test.ts';

const container = (name: string) => fileURLToPath(new URL(`../fixtures/containers/${name}`, import.meta.url));

/** Once there is a recording, the sample is one of the rarer ways to add one. */
async function trySampleAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More ways to add' }).click();
  await page.getByRole('button', { name: 'Try the sample' }).click();
}

/** As a cleaner does, or the browser on a full disk. */
const deleteCaches = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });

test('what was deleted from the cache comes back, and until then the app says that it needs a network', {
  tag: THOROUGH,
}, async ({ page, context }) => {
  await openApp(page, NEW_APP);
  await page.getByRole('button', { name: 'Try the sample' }).click();
  const transcribed = async () => {
    const { body } = await call<{ items: { status: string }[] }>(page, {
      method: 'GET',
      path: '/v2/pre-recorded',
    });
    return body.items.map(({ status }) => status);
  };
  await expect.poll(transcribed, { timeout: 120_000 }).toEqual(['done']);
  await completeApp(page);
  const incomplete = page.getByText('Earshot is not ready for offline use yet');
  const seenAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  // The check when the page is idle has run: from then on the page looks by itself.
  await expect(async () => {
    await context.setOffline(true);
    await deleteCaches(page);
    await seenAgain();
    await expect(incomplete).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await context.setOffline(false);
  // All files of the app.
  await expect(incomplete).toBeHidden({ timeout: 90_000 });

  await context.setOffline(true);
  await page.reload();
  await openApp(page, NEW_APP);
  await trySampleAgain(page);
  await expect.poll(transcribed, { timeout: 120_000 }).toEqual(['done', 'done']);
});

test('a visit brings back what was deleted', { tag: THOROUGH }, async ({ page }) => {
  await openApp(page, NEW_APP);
  const inCache = () =>
    page.evaluate(async () => {
      const [name = ''] = (await caches.keys()).filter((each) => each.includes('precache'));
      const kept = await (await caches.open(name)).keys();
      return kept.length;
    });
  await completeApp(page);
  const before = await inCache();
  await deleteCaches(page);
  await page.reload();
  await openApp(page, NEW_APP);
  await completeApp(page);
  expect(await inCache()).toBe(before);
});

test('the first visit is isolated, and what its first view does not need is cached once the page is idle', {
  tag: THOROUGH,
}, async ({ page }) => {
  await openApp(page);
  const cached = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.includes('precache'));
      const counts = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).length),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    });
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const first = await cached();
  await expect.poll(() => page.evaluate(() => globalThis.becomeIdle())).toBeGreaterThan(0);
  await expect.poll(cached, { timeout: 60_000 }).toBeGreaterThan(first + 60);
});

test('files for later are fetched some at a time: none waits for the hash of the one before', async ({
  page,
}) => {
  let [here, most] = [0, 0];
  const host = await startStaticHost({
    beforeFile: async (_, headers) => {
      // What the page itself loads may come from the browser's cache.
      if (!headers['cache-control']) return;
      here += 1;
      most = Math.max(most, here);
      await pause(20);
      here -= 1;
    },
  });
  await openApp(page, host.url);
  most = 0;
  await completeApp(page);
  expect(most).toBeGreaterThanOrEqual(4);
  await host.close();
});

test('a part that is not on the device yet says that it needs a network once', async ({ page, context }) => {
  await openApp(page);
  await context.setOffline(true);
  await deleteCaches(page);
  await page.getByRole('link', { name: 'Live' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'This part of Earshot is not on this device yet. Connect to a network once, then reload the page.',
  );
});

test('a worker that was stopped runs its further scripts with no network', async ({ page, context }) => {
  await openApp(page);
  await context.setOffline(true);
  const devtools = await context.newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  const uploaded = await uploadFile(page, container('aac.m4a'));
  expect(uploaded).toMatchObject({
    status: 200,
    body: { audio_metadata: { extension: 'm4a', number_of_channels: 1 } },
  });
  expect(uploaded.body.audio_metadata.audio_duration).toBeCloseTo(1.325, 1);
  const description = await call(page, { method: 'GET', path: '/v2/openapi.json' });
  expect(description).toMatchObject({
    status: 200,
    fromServiceWorker: true,
    body: { openapi: expect.any(String) },
  });
});

test('the page and the scripts of its first view are read from the cache without the service worker, and still without a network', async ({
  page,
  context,
}) => {
  await openApp(page, NEW_APP);
  await completeApp(page);
  const html = await page.evaluate(async () => (await fetch('/')).text());
  const sources = () =>
    page.evaluate((html) => {
      const own = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
      const read = own.filter(({ name }) => /\/$|\/assets\/[^/]+\.(js|css)$/.test(name));
      const of = (isFirst: boolean) => [
        ...new Set(
          read
            .filter(({ name }) => html.includes(new URL(name).pathname) === isFirst)
            .map((entry) => Reflect.get(entry, 'workerFinalSourceType')),
        ),
      ];
      return { first: of(true), later: of(false) };
    }, html);
  for (const offline of [false, true]) {
    await context.setOffline(offline);
    await openApp(page, NEW_APP);
    const { first, later } = await sources();
    expect(first).toEqual(['cache']);
    // The cache might lack what was fetched after the installation: the worker compares what the network would bring.
    expect(later).not.toContain('network');
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  }
});
