import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { create, finished, openApp, uploadBytes } from './page-service.ts';
import { repeatWav } from './repeat-wav.ts';
import { test } from './test.ts';

/** The app, from an address of its own, whose service worker has changed since `version` was. */
async function serveVersions(): Promise<{ server: Server; address: string; publish: () => void }> {
  let version = 1;
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${APP_WITH_MODELS}${request.url}`);
    const headers = Object.fromEntries(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) delete headers[name];
    response.writeHead(answer.status, headers);
    response.write(Buffer.from(await answer.arrayBuffer()));
    response.end(request.url === '/service-worker.js' ? `\n// Version ${version}.` : '');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    address: `http://localhost:${port}/`,
    publish: () => {
      version++;
    },
  };
}

test('a new version is offered in all tabs, which reload to use it; a running job goes on behind what was heard', {
  tag: THOROUGH,
}, async ({ page, context }) => {
  const { server, address, publish } = await serveVersions();
  await openApp(page, address);
  const other = await context.newPage();
  await openApp(other, address);
  const { body } = await uploadBytes(page, repeatWav(clip('en_hello.wav').path, 24), 'long.wav');
  publish();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const offer = 'A new version of Earshot is ready';
  await expect(page.getByText(offer)).toBeVisible();
  await expect(other.getByText(offer)).toBeVisible();
  const reloads = [page, other].map((tab) => tab.waitForEvent('load'));
  const job = await create(page, { audio_url: body.audio_url });
  // By the page itself: the other windows may follow sooner than a test can look.
  await page.evaluate((id) => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent?.trim() === 'Update now',
    );
    new BroadcastChannel('earshot').onmessage = ({ data }) => {
      if (data.type === 'job-window' && data.id === id) button?.click();
    };
  }, job);
  await Promise.all(reloads);
  await openApp(page, address);
  await expect(page.getByText(offer)).toBeHidden();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();

  const updated = await finished(page, job);
  expect(updated.status, JSON.stringify(updated.post_session_metadata)).toBe('done');
  expect(updated.post_session_metadata.resumed_windows).toBeGreaterThan(0);
  const undisturbed = await finished(page, await create(page, { audio_url: body.audio_url }));
  expect(updated.result?.transcription).toEqual(undisturbed.result?.transcription);
  server.closeAllConnections();
  server.close();
});
