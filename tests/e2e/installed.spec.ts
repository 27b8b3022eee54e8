import { readFileSync } from 'node:fs';
import { type BrowserContext, expect } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { openBrowser } from './embedding/profile.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

interface WebManifest {
  id: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
  screenshots: { src: string; sizes: string; form_factor: string }[];
  shortcuts: { name: string }[];
  share_target: { action: string };
}

/** Width and height of a PNG, from its header. */
const sizeOfPng = (bytes: Buffer) => `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;

let context: BrowserContext;
let close: () => Promise<void>;
test.beforeEach(async () => {
  ({ context, close } = await openBrowser('allowed'));
});
test.afterEach(() => close());

test('Chromium installs the app; it takes what the system opens and shares with it', {
  tag: THOROUGH,
}, async () => {
  const page = await context.newPage();
  await openApp(page, `${NEW_APP}/`);
  const browser = await context.newCDPSession(page);
  const { errors, data = '{}' } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const manifest = JSON.parse(data) as WebManifest;
  expect(manifest.id).toBe('/');
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  expect(manifest.shortcuts.map(({ name }) => name)).toContain('Record');
  expect(manifest.screenshots.map(({ form_factor }) => form_factor).sort()).toEqual(['narrow', 'wide']);
  for (const { src, sizes } of [...manifest.screenshots, ...manifest.icons]) {
    const response = await page.request.get(`${NEW_APP}${src}`);
    expect(response.status(), src).toBe(200);
    if (src.endsWith('.png')) expect(sizeOfPng(await response.body()), src).toBe(sizes);
  }

  const app = { manifestId: `${NEW_APP}/` };
  await browser.send('PWA.install', app);
  const { fileHandlers } = await browser.send('PWA.getOsAppState', app);
  const opened = fileHandlers.flatMap(({ accepts }) => accepts.flatMap((accept) => accept.fileExtensions));
  expect(opened).toEqual(expect.arrayContaining(['.mp3', '.wav', '.mp4']));
  // As the system opens files with it: in the window that is there, one after the other.
  const windows = new Set<string>();
  for (const name of ['en_yes.wav', 'en_hello.wav']) {
    const launched = await browser.send('PWA.launchFilesInApp', { ...app, files: [clip(name).path] });
    for (const id of launched.targetIds) windows.add(id);
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
  expect(windows.size).toBe(1);

  // The system sends a form, and shows what it leads to; a form of the page's own would be refused by its policy.
  const led = await page.evaluate(
    async ({ given, action }) => {
      const body = new FormData();
      body.append('recordings', new File([new Uint8Array(given)], 'shared.wav', { type: 'audio/wav' }));
      return (await fetch(action, { method: 'POST', body })).url;
    },
    { given: [...readFileSync(clip('en_yes.wav').path)], action: manifest.share_target.action },
  );
  await page.goto('about:blank');
  await page.goto(led);
  await expect(page.getByRole('heading', { name: '1 file was shared with Earshot' })).toBeVisible();
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'shared.wav' })).toBeVisible();
  await browser.send('PWA.uninstall', app);
});
