import { expect, test } from '@playwright/test';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { clip } from './clips.ts';
import { call, openApp, transcribe } from './service.ts';

test('the app opens with no network, and transcribes with what it has', async ({ page, context }) => {
  await openApp(page);
  await transcribe(page, clip('en_yes.wav').path);
  await context.setOffline(true);
  await page.reload();
  await openApp(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const list = await call(page, { method: 'GET', path: '/v2/pre-recorded' });
  expect(list.status).toBe(200);
  expect(list.fromServiceWorker).toBe(true);
});

test('no request leaves for another host during a job', async ({ page, context }) => {
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
