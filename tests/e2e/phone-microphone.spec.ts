import { devices, expect } from '@playwright/test';
import { chromiumOptions } from '../runner/chromium-options.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

const HELLO = clip('en_hello.wav');
const options = chromiumOptions();
const microphone = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${HELLO.path}`,
];
const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
test.use({
  ...phone,
  permissions: ['microphone'],
  launchOptions: { ...options, args: [...options.args, ...microphone] },
});

test('what is recorded on a phone, by touch, is transcribed', { tag: THOROUGH }, async ({ page }) => {
  await openApp(page);
  await page.getByRole('button', { name: 'Record', exact: true }).tap();
  const stop = page.getByRole('button', { name: 'Stop and transcribe' });
  await expect(stop).toBeInViewport();
  // The clip is said again and again: one whole passage at least.
  await expect(page.getByRole('timer')).toHaveText(/0:(0[6-9]|[1-5])/);
  await stop.tap();
  await expect(page.getByRole('button', { name: 'Copy the text' })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText('Hello').first()).toBeVisible();
});
