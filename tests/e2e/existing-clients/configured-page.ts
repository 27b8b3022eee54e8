import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { clip } from '../clips.ts';
import { appKey } from '../page-service.ts';
import { bundleClients } from './bundle-clients.ts';

/** The URL built into the public clients. */
export const HOSTED = 'https://api.gladia.io';
export const HELLO = clip('en_hello.wav');

/** Requests that have left the page and the worker, while tests go on: the context sees and marks those sent by a service worker. */
export function watchLeaving(context: BrowserContext): Request[] {
  const left: Request[] = [];
  context.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (request.serviceWorker() && hostname !== 'localhost') left.push(request);
  });
  return left;
}

/** The settings, as entered by an operator. */
export async function configure(page: Page, addresses: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByLabel('Base URLs to answer').fill(addresses.join('\n'));
  await dialog.getByLabel('Additional key headers, one per line').fill('x-gladia-key');
  await dialog
    .getByLabel('Additional model names, one per line')
    .fill('solaria-1 = stt-1\nsolaria-3 = stt-3\nsolaria-fusion = stt-fusion');
  await dialog.getByRole('button', { name: 'Save client settings' }).click();
  await expect(dialog.getByRole('button', { name: 'Saved' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

export async function loadClients(page: Page): Promise<void> {
  // As from a console: the page's content policy allows no script that is not a file of the app.
  const console = await page.context().newCDPSession(page);
  await console.send('Runtime.evaluate', { expression: await bundleClients() });
  await console.detach();
}

export interface Recording {
  base64: string;
  key: string;
}

export const recording = async (page: Page): Promise<Recording> => ({
  base64: readFileSync(HELLO.path).toString('base64'),
  key: await appKey(page),
});
