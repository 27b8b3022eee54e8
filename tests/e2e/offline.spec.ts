import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { APP_WITH_MODELS, NEW_APP } from '../runner/test-addresses.ts';
import { clip } from './clips.ts';
import { call, completeApp, openApp, transcribe, uploadFile } from './page-service.ts';
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

test('what the first view does not need is cached once the page is idle, by itself', async ({ page }) => {
  await openApp(page);
  const cached = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.includes('precache'));
      const counts = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).length),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    });
  const first = await cached();
  await expect.poll(cached, { timeout: 60_000 }).toBeGreaterThan(first + 60);
});

test('no request goes to another host during a job', async ({ page, context }) => {
  const hosts = new Set<string>();
  context.on('request', (request) => hosts.add(new URL(request.url()).host));
  await openApp(page);
  await transcribe(page, clip('en_hello.wav').path);
  expect([...hosts]).toEqual([new URL(APP_WITH_MODELS).host]);
});

test('a request made before the worker controls the page works once ready() resolved', async ({ page }) => {
  await page.goto('/');
  await openApp(page);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
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
