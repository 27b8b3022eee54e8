import { expect, type Page } from '@playwright/test';
import { startStaticHost } from '../runner/static-host.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { test } from './test.ts';

const BASE = '/apps/earshot/';

/** A page of the same site, outside the app's folder. */
const SHOP = '<!doctype html><html lang="en"><head><title>A shop</title></head><body></body></html>';

let host: Awaited<ReturnType<typeof startStaticHost>>;
let elsewhere: string[] = [];
test.beforeAll(async () => {
  host = await startStaticHost({ base: BASE, pages: { '/shop': SHOP } });
});
test.afterAll(() => host.close());

const app = () => host.url + BASE.slice(1);

/** Requests of the site that the app's folder does not hold. */
function watchRequests(page: Page): void {
  elsewhere = [];
  page.context().on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (`${origin}/` === host.url && !pathname.startsWith(BASE)) elsewhere.push(pathname);
  });
}

test('below a path, on a host without headers, the sample is transcribed, and the next visit needs no network', async ({
  page,
  context,
}) => {
  watchRequests(page);
  await page.goto(app());
  await page
    .getByRole('button', { name: /sample/i })
    .first()
    .click();
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText(/\w+ \w+/, { timeout: 120_000 });
  const answers = await page.evaluate(async () => {
    const read = async (path: string) => {
      const response = await fetch(path).catch(() => null);
      return response && { status: response.status, body: await response.json().catch(() => null) };
    };
    const { key } = await import(`${location.origin}/apps/earshot/earshot.js`);
    const headers = { 'x-service-key': await key() };
    const list = await fetch('v2/pre-recorded', { headers });
    return {
      described: await read('v2/openapi.json'),
      atRoot: await read('/v2/openapi.json'),
      jobs: await list.json(),
      scope: (await navigator.serviceWorker.ready).scope,
    };
  });
  expect(answers.described?.body.servers[0].url).toBe(BASE);
  // Nothing of the app answers there.
  expect(answers.atRoot?.status).toBe(404);
  expect(answers.scope).toBe(app());
  expect(answers.jobs.items[0].status).toBe('done');
  // By the page, and passed on by its service worker.
  expect([...new Set(elsewhere)]).toEqual(['/v2/openapi.json']);
  await page.reload();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await context.setOffline(true);
  await page.goto(app());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A path without a file opens the app, too.
  await page.goto(`${app()}elsewhere/deep`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.url()).toContain(app());
});

test('below a path, a page outside of it embeds the app, named with or without the slash at its end', {
  tag: THOROUGH,
}, async ({ page }) => {
  watchRequests(page);
  await page.goto(`${host.url}shop`);
  for (const src of [app(), app().slice(0, -1)]) {
    const status = await page.evaluate(
      async ({ src, script }) => {
        const { connect } = await import(script);
        const speech = await connect({ src });
        return (await speech.fetch('/v2/pre-recorded')).status;
      },
      { src, script: `${BASE}embed.js` },
    );
    expect(status).toBe(200);
  }
  expect(elsewhere).toEqual(['/shop']);
});
