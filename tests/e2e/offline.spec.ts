import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { call, completeApp, openApp, uploadFile } from './page-service.ts';
import { test } from './test.ts';

const container = (name: string) => fileURLToPath(new URL(`../fixtures/containers/${name}`, import.meta.url));

test('the app opens with no network, and transcribes with what it has', async ({ page, context }) => {
  const samples = async () => {
    const { body } = await call<{ items: { status: string }[] }>(page, {
      method: 'GET',
      path: '/v2/pre-recorded',
    });
    return body.items.map(({ status }) => status);
  };
  await openApp(page, NEW_APP);
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await expect.poll(samples, { timeout: 120_000 }).toEqual(['done']);
  await completeApp(page);
  await context.setOffline(true);
  await page.reload();
  await openApp(page, NEW_APP);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await call(page, { method: 'GET', path: '/v2/pre-recorded' })).fromServiceWorker).toBe(true);
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await expect.poll(samples, { timeout: 120_000 }).toEqual(['done', 'done']);
});

test('the first visit is isolated, and what its first view does not need is cached once the page is idle', async ({
  page,
}) => {
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
  await expect.poll(cached, { timeout: 60_000 }).toBeGreaterThan(first + 60);
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
