import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import {
  connectAllowed,
  createThere,
  openHost,
  question,
  startConnecting,
  statusThere,
  transcribeThere,
} from './embedding/embedding-page.ts';
import { type EmbeddingSite, startEmbeddingSite } from './embedding/embedding-site.ts';
import { openBrowser } from './embedding/profile.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

const APP = APP_WITH_MODELS;
/** A site other than the app's. */
const CROSS_SITE = '127.0.0.1';
/** The app's own site, but its port makes it another origin. */
const SAME_SITE = 'localhost';

const spoken = clip('en_hello.wav');
const plain = (text: string) => text.toLowerCase().replace(/[^a-z ]/g, '');

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** One browser for each setting: starting it takes longer than most tests. */
const browsers: Partial<Record<'allowed' | 'denied', Browser>> = {};
let site: EmbeddingSite;
let other: EmbeddingSite;
let context: BrowserContext;
let page: Page;

test.beforeEach(async () => {
  // Each has a port of its own, and so an origin that the app has not met: it has no permission, key or job yet.
  site = await startEmbeddingSite(APP);
  other = await startEmbeddingSite(APP);
});
test.afterEach(async () => {
  // The first page is the browser's own: without any it would end.
  for (const open of context.pages().slice(1)) await open.close();
  await site.close();
  await other.close();
});
test.afterAll(async () => {
  for (const browser of Object.values(browsers)) await browser.close();
});

async function openPage(storage: 'allowed' | 'denied'): Promise<void> {
  browsers[storage] ??= await openBrowser(storage);
  ({ context } = browsers[storage]);
  page = await context.newPage();
}

/** Makes the page try to connect, whatever the result. */
const ask = (asking: Page) => void startConnecting(asking).catch(() => undefined);

async function expectTranscript(expectedThreads: 'one' | 'several'): Promise<string> {
  const heard = await transcribeThere(page, spoken.path);
  expect(plain(heard.text)).toBe(plain(spoken.text));
  expect(heard.told.at(0)).toBe('queued');
  expect(heard.told.at(-1)).toBe('done');
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  if (expectedThreads === 'several' && cores > 1) expect(Number(heard.threads)).toBeGreaterThan(1);
  else expect(heard.threads).toBe(1);
  return heard.id;
}

test.describe('a page of another site, if frames may store data', () => {
  test.beforeEach(() => openPage('allowed'));

  test('gets a transcript, and finds its job again without another question', async () => {
    const capabilities = await connectAllowed(page, site.page(CROSS_SITE));
    expect(capabilities).toMatchObject({ storage: 'persistent', serviceWorker: true, threads: 1 });
    expect(capabilities.notes.join(' ')).toContain('not cross-origin isolated');
    const id = await expectTranscript('one');
    await openHost(page, site.page(CROSS_SITE));
    expect(await startConnecting(page)).toHaveProperty('capabilities');
    expect(await statusThere(page, `/v2/pre-recorded/${id}`)).toBe(200);
  });

  test('runs models with several threads when it is isolated', { tag: THOROUGH }, async () => {
    const { threads, storage } = await connectAllowed(page, site.page(CROSS_SITE, { isolated: true }));
    expect(storage).toBe('persistent');
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    expect(threads).toBe(Math.min(cores, 4));
    await expectTranscript('several');
  });

  test('is shown a question that is clear and accessible', { tag: THOROUGH }, async () => {
    await openHost(page, site.page(CROSS_SITE));
    const connecting = startConnecting(page);
    const allow = question(page).getByRole('button', { name: 'Allow' });
    await expect(allow).toBeEnabled();
    await expect(question(page).getByRole('heading')).toContainText(new URL(site.page(CROSS_SITE)).origin);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 720 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.screenshot({ path: `test-results/screenshots/embed-${width}-${colorScheme}.png` });
        const { violations } = await new AxeBuilder({ page }).include(['iframe', 'main']).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      }
    }
    // axe opened a page in front of this one: the button is disabled for a while after each return.
    await expect(allow).toBeEnabled();
    // By keyboard only; a press counts once the focus has been there for a moment.
    await allow.focus();
    await page.keyboard.press('Enter');
    await expect(question(page).getByRole('status')).toContainText('Press again');
    await expect(async () => {
      await page.keyboard.press('Enter');
      await expect(allow).toBeHidden({ timeout: 500 });
    }).toPass();
    expect(await connecting).toHaveProperty('capabilities');
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width).toBe(1);
  });

  test('sees its own jobs only: that of another origin is 404', { tag: THOROUGH }, async () => {
    // Pages of one site share the storage of the frame.
    await connectAllowed(page, site.page(SAME_SITE));
    const id = await createThere(page, spoken.path);
    expect(await statusThere(page, `/v2/pre-recorded/${id}`)).toBe(200);
    const stranger = await context.newPage();
    await connectAllowed(stranger, other.page(SAME_SITE));
    expect(await statusThere(stranger, `/v2/pre-recorded/${id}`)).toBe(404);
    expect(await statusThere(stranger, `/v2/pre-recorded/${id}`, 'DELETE')).toBe(404);
    const seen = await stranger.evaluate(async (wanted) => {
      const codes: string[] = [];
      const note = (error: unknown) => codes.push(error instanceof window.SpeechError ? error.code : 'other');
      await window.stt.get(wanted).catch(note);
      await window.stt.remove(wanted).catch(note);
      await window.stt.watch(wanted).next().catch(note);
      return { codes, jobs: (await window.stt.list()).jobs.length };
    }, id);
    expect(seen).toEqual({ codes: ['not_found', 'not_found', 'not_found'], jobs: 0 });

    await test.step('and its permission can be revoked in the app', async () => {
      const app = await context.newPage();
      await openApp(app, APP);
      await app.getByRole('button', { name: 'Settings' }).click();
      await app.getByRole('button', { name: 'Service keys' }).click();
      const { origin } = new URL(site.page(SAME_SITE));
      await expect(app.getByRole('listitem').filter({ hasText: origin })).toContainText('Site');
      await app.keyboard.press('Escape');
      await app.getByRole('button', { name: 'Settings' }).click();
      await app.getByRole('button', { name: `Revoke ${origin}` }).click();
      await expect(app.getByRole('button', { name: `Revoke ${origin}` })).toBeHidden();
      expect(await statusThere(page, `/v2/pre-recorded/${id}`)).toBe(401);
      await openHost(page, site.page(SAME_SITE));
      ask(page);
      await expect(question(page).getByRole('button', { name: 'Allow' })).toBeVisible();
    });
  });

  test('is refused with a key that is not known in its frame, and let in without', {
    tag: THOROUGH,
  }, async () => {
    await connectAllowed(page, site.page(CROSS_SITE));
    await openHost(page, site.page(CROSS_SITE));
    expect(await startConnecting(page, { key: 'ek_of_nobody' })).toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('The key that this page sent is not valid'),
    });
    expect(await startConnecting(page)).toHaveProperty('capabilities');
  });

  test('speaks fetch: bodies of every kind, headers, aborts', { tag: THOROUGH }, async () => {
    await connectAllowed(page, site.page(CROSS_SITE));
    const outcome = await page.evaluate(async () => {
      const { stt } = window;
      const json = JSON.stringify({ audio_url: 'no address' });
      const headers = { 'content-type': 'application/json', 'x-service-key': 'of another service' };
      const send = async (body: BodyInit, init: RequestInit = {}) => {
        const response = await stt.fetch('/v2/pre-recorded', { method: 'POST', headers, body, ...init });
        const { path } = await response.json();
        return `${response.status} ${path} ${response.headers.get('content-type')} ${new URL(response.url).pathname}`;
      };
      const bodies = await Promise.all([
        send(json),
        send(new Blob([json])),
        send(new TextEncoder().encode(json)),
        send(new Blob([json]).stream()),
        stt.fetch(
          new Request(new URL('/v2/pre-recorded', window.app), { method: 'POST', headers, body: json }),
        ),
      ]);
      const fails = async (work: Promise<unknown>) =>
        work.then(
          () => 'nothing',
          (error: Error) => error.name,
        );
      const stop = new AbortController();
      const aborted = stt.fetch('/v2/pre-recorded', { signal: stop.signal });
      stop.abort();
      return {
        bodies: bodies.map((body) => (typeof body === 'string' ? body : `${body.status}`)),
        head: (await stt.fetch('/v2/openapi.json', { method: 'HEAD' })).status,
        aborted: await fails(aborted),
        before: await fails(stt.fetch('/v2/pre-recorded', { signal: AbortSignal.abort() })),
        elsewhere: await fails(stt.fetch('https://elsewhere.example/v2/pre-recorded')),
        outside: await fails(stt.fetch('/models/index.json')),
      };
    });
    const refused = '400 /v2/pre-recorded application/json /v2/pre-recorded';
    expect(outcome).toEqual({
      bodies: [refused, refused, refused, refused, '400'],
      head: 200,
      aborted: 'AbortError',
      before: 'AbortError',
      elsewhere: 'TypeError',
      outside: 'TypeError',
    });
  });

  test('ends a job with the signal that its call was given', { tag: THOROUGH }, async () => {
    await connectAllowed(page, site.page(CROSS_SITE));
    const outcome = await page.evaluate(async () => {
      const stop = new AbortController();
      const stream = window.stt.watch('3f2b8a9e-1111-4222-8333-444444444444', { signal: stop.signal });
      const missing = await stream.next().catch((error: { code: string }) => error.code);
      const call = window.stt.transcribe(
        'https://127.0.0.1:9/never.wav',
        {},
        { signal: stop.signal, onUpdate: () => stop.abort() },
      );
      const code = await call.catch((error: { code: string }) => error.code);
      const jobs = async () => (await window.stt.list()).jobs.length;
      for (let left = await jobs(), tries = 0; left > 0 && tries < 100; left = await jobs(), tries++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return { missing, code, left: await jobs() };
    });
    expect(outcome).toEqual({ missing: 'not_found', code: 'cancelled', left: 0 });
  });
});

test.describe('a page of another site, where the browser denies storage to frames', () => {
  test.beforeEach(() => openPage('denied'));

  test('gets a transcript all the same, reports it, and loses nothing while it is open', {
    tag: THOROUGH,
  }, async () => {
    const capabilities = await connectAllowed(page, site.page(CROSS_SITE));
    expect(capabilities).toMatchObject({ storage: 'memory', serviceWorker: false, threads: 1 });
    expect(capabilities.notes.join(' ')).toContain('denies this frame storage');
    const first = await expectTranscript('one');
    const second = await expectTranscript('one');
    const kept = await page.evaluate(async () => (await window.stt.list()).jobs.map(({ id }) => id));
    expect(kept).toEqual([second, first]);
    expect(await statusThere(page, `/v2/pre-recorded/${first}/file`)).toBe(200);
    expect(await statusThere(page, `/v2/pre-recorded/${first}`, 'DELETE')).toBe(202);
    expect(await statusThere(page, `/v2/pre-recorded/${first}`)).toBe(404);
  });

  test('runs models with several threads when it is isolated', { tag: THOROUGH }, async () => {
    const { storage } = await connectAllowed(page, site.page(CROSS_SITE, { isolated: true }));
    expect(storage).toBe('memory');
    await expectTranscript('several');
  });

  test('gets a transcript from a sandboxed frame, which has no origin', { tag: THOROUGH }, async () => {
    const capabilities = await connectAllowed(page, site.page(CROSS_SITE), { sandbox: true });
    expect(capabilities).toMatchObject({ storage: 'memory', serviceWorker: false, threads: 1 });
    // Supplied models are for pages with the app's origin: it has the built-in one.
    const { text } = await transcribeThere(page, join(PROJECT_ROOT, 'public/demo/speech.flac'), true);
    expect(text).toMatch(/moon and returning him safely to the earth/i);
  });

  test('shares the storage of the app where it belongs to its site', async () => {
    const capabilities = await connectAllowed(page, site.page(SAME_SITE));
    expect(capabilities).toMatchObject({ storage: 'persistent', serviceWorker: true });
  });
});

test('an origin is refused unasked where the operator says so, as others are let in unasked', {
  tag: THOROUGH,
}, async () => {
  // Its own browser: where the app's worker is there already, no test can answer for the server.
  const own = await openBrowser('allowed');
  ({ context } = own);
  page = await context.newPage();
  const { origin } = new URL(site.page(CROSS_SITE));
  await context.route('**/embed-origins.json', (route) =>
    route.fulfill({
      json: { allow: [origin], others: 'refuse' },
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
    }),
  );
  await openHost(page, site.page(CROSS_SITE));
  expect(await startConnecting(page)).toHaveProperty('capabilities');
  await openHost(page, other.page(CROSS_SITE));
  expect(await startConnecting(page)).toEqual({
    code: 'unauthorized',
    message: expect.stringContaining('operator'),
  });
  await own.close();
});

test.describe('an origin that is not allowed', () => {
  test.beforeEach(() => openPage('allowed'));

  test('gets nothing but the reason, and is not asked about again', { tag: THOROUGH }, async () => {
    await openHost(page, site.page(SAME_SITE));
    const connecting = startConnecting(page);
    // The frame disappears with the answer: a click would wait for what follows.
    await question(page).getByRole('button', { name: 'Never' }).focus();
    await page.keyboard.press('Enter');
    const { origin } = new URL(site.page(SAME_SITE));
    expect(await connecting).toEqual({ code: 'unauthorized', message: expect.stringContaining(origin) });
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(await startConnecting(page)).toMatchObject({ code: 'unauthorized' });
    // Not even a key was created for it.
    const app = await context.newPage();
    await openApp(app, APP);
    await app.getByRole('button', { name: 'Settings' }).click();
    await app.getByRole('button', { name: 'Service keys' }).click();
    await expect(app.getByRole('dialog')).not.toContainText(origin);
    await app.keyboard.press('Escape');
    await app.getByRole('button', { name: 'Settings' }).click();
    await app.getByRole('button', { name: `Let ${origin} ask again` }).click();
    ask(page);
    await expect(question(page).getByRole('button', { name: 'Allow' })).toBeVisible();
  });

  test('gets no answer to what it sends before, or past, the question', { tag: THOROUGH }, async () => {
    await openHost(page, site.page(CROSS_SITE));
    const answers = await page.evaluate(async (app) => {
      const frame = document.createElement('iframe');
      const hello = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
      frame.src = `${app}/embed.html`;
      document.body.append(frame);
      await hello;
      const { port1, port2 } = new MessageChannel();
      const heard: unknown[] = [];
      port1.onmessage = ({ data }) => heard.push(data.type);
      const call = { id: 1, type: 'call', call: { call: 'list' } };
      frame.contentWindow?.postMessage({ type: 'earshot-connect', version: 1 }, app, [port2]);
      port1.postMessage(call);
      // The waiting page only learns that there is a question.
      while (!heard.includes('show')) await new Promise((resolve) => setTimeout(resolve, 50));
      port1.postMessage(call);
      frame.contentWindow?.postMessage({ type: 'earshot-connect', version: 1 }, app, [
        new MessageChannel().port1,
      ]);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return [...new Set(heard)];
    }, APP);
    expect(answers).toEqual(['show']);
  });
});
