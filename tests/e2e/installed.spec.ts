import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { clip } from './clips.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

interface WebManifest {
  id: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
  screenshots: { src: string; sizes: string; form_factor: string }[];
  shortcuts: { name: string }[];
  share_target: { action: string };
  file_handlers: { accept: Record<string, string[]> }[];
}

/** Width and height of a PNG, from its header. */
const sizeOfPng = (bytes: Buffer) => `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;

declare const window: Window & { launch(files: File[]): void };

test('Chromium finds nothing wrong with the manifest; the app takes files that are shared and opened with it', async ({
  page,
  context,
}) => {
  // As the system opens an installed app with files.
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'launchQueue', {
      value: {
        setConsumer: (consume: (params: object) => void) => {
          window.launch = (files) => consume({ files: files.map((file) => ({ getFile: async () => file })) });
        },
      },
    });
  });
  await openApp(page, `${NEW_APP}/`);
  const browser = await context.newCDPSession(page);
  const { errors, data = '{}' } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // A context of a test is a private window.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
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
  const opened = manifest.file_handlers.flatMap(({ accept }) => Object.values(accept).flat());
  expect(opened).toEqual(expect.arrayContaining(['.mp3', '.wav', '.mp4']));

  const bytes = [...readFileSync(clip('en_yes.wav').path)];
  await page.evaluate((given) => {
    window.launch([new File([new Uint8Array(given)], 'opened.wav', { type: 'audio/wav' })]);
  }, bytes);
  await expect(page.getByRole('heading', { name: 'opened.wav' })).toBeVisible();

  // The system sends a form, and shows what it leads to; a form of the page's own would be refused by its policy.
  const led = await page.evaluate(
    async ({ given, action }) => {
      const body = new FormData();
      body.append('recordings', new File([new Uint8Array(given)], 'shared.wav', { type: 'audio/wav' }));
      return (await fetch(action, { method: 'POST', body })).url;
    },
    { given: bytes, action: manifest.share_target.action },
  );
  await page.goto('about:blank');
  await page.goto(led);
  await expect(page.getByRole('heading', { name: 'shared.wav' })).toBeVisible();
});
