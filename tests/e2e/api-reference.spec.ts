import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { THOROUGH } from '../runner/thorough.ts';
import { appKey, call, openApp } from './page-service.ts';
import { testInProfile as test } from './test.ts';

const WIDE = { width: 1280, height: 800 };
/** Each width and each colour scheme once. */
const VIEWS = [
  { name: 'narrow, dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  { name: 'wide, light', viewport: WIDE, colorScheme: 'light' },
] as const;

test('the API reference shows every operation, and its console calls the real service', {
  tag: THOROUGH,
}, async ({ page }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.hostname !== 'localhost') elsewhere.push(request.url());
  });
  await openApp(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible();
  for (const summary of ['Upload audio', 'Create a job', 'List jobs', 'Get a job', 'Delete a job']) {
    await expect(page.getByText(summary, { exact: true })).toBeVisible();
  }

  await test.step('it lists the jobs with the key of the app', async () => {
    const list = page.locator('.opblock:not(.opblock-deprecated)', { hasText: 'List jobs' });
    await list.locator('.opblock-summary-control').click();
    await list.getByRole('button', { name: 'Execute' }).click();
    await expect(list.locator('.live-responses-table .response-col_status').last()).toContainText('200');
    await expect(list.locator('.live-responses-table')).toContainText('"items"');
    await expect(list.locator('.curl-command')).toContainText(await appKey(page));
    await list.locator('.opblock-summary-control').click();
  });

  await test.step('it takes a file', async () => {
    const upload = page.locator('.opblock:not(.opblock-deprecated)', { hasText: 'Upload audio' });
    await upload.locator('.opblock-summary-control').click();
    await upload.locator('input[type=file]').setInputFiles('tests/fixtures/mini/audio/en_hello.wav');
    await upload.getByRole('button', { name: 'Execute' }).click();
    await expect(upload.locator('.live-responses-table')).toContainText('"audio_url"');
    await upload.locator('.opblock-summary-control').click();
  });

  // A present and a former path remain open.
  for (const operation of ['', '.opblock-deprecated']) {
    await page.locator(`.opblock${operation} .opblock-summary-control`).first().click();
  }
  for (const { name, viewport, colorScheme } of VIEWS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name}: pixels beyond the right edge`).toBe(0);
    // Hundreds of rows take a quarter of a minute; each scheme's colours are looked at with the dialogs below.
    if (colorScheme === 'light') continue;
    const { violations } = await new AxeBuilder({ page }).analyze();
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(faults, name).toEqual([]);
  }
  expect(elsewhere).toEqual([]);
});

test('§5: a key made in the app works, sees its own jobs only, and is refused once revoked', {
  tag: THOROUGH,
}, async ({ page }) => {
  await openApp(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Service keys' }).click();
  await page.getByRole('textbox', { name: 'Name of the new key' }).fill('Widget');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByRole('textbox', { name: 'New key', exact: true }).inputValue();
  const list = () =>
    call<{ items?: unknown[] }>(page, {
      method: 'GET',
      path: '/v2/pre-recorded',
      headers: { 'x-service-key': key },
    });
  expect((await list()).status).toBe(200);
  await page.getByRole('button', { name: 'Revoke key Widget' }).click();
  await page.getByRole('button', { name: 'Revoke key', exact: true }).click();
  await expect(
    page.getByRole('dialog', { name: 'Service keys' }).getByText('Revoked', { exact: true }),
  ).toBeVisible();
  expect((await list()).status).toBe(401);
});
