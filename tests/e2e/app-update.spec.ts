import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

/** The app, from an address of its own, whose service worker has changed since `version` was. */
async function serveVersions(): Promise<{ server: Server; address: string; publish: () => void }> {
  let version = 1;
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${NEW_APP}${request.url}`);
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

test('a new version is offered in all tabs, which reload to use it', async ({ page, context }) => {
  const { server, address, publish } = await serveVersions();
  await openApp(page, address);
  const other = await context.newPage();
  await openApp(other, address);
  publish();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const offer = 'A new version of Earshot is ready';
  await expect(page.getByText(offer)).toBeVisible();
  await expect(other.getByText(offer)).toBeVisible();
  const reloads = [page, other].map((tab) => tab.waitForEvent('load'));
  await page.getByRole('button', { name: 'Update now' }).click();
  await Promise.all(reloads);
  await openApp(page, address);
  await expect(page.getByText(offer)).toBeHidden();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  server.closeAllConnections();
  server.close();
});
