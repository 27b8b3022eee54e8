import { expect, type Page, type Request } from '@playwright/test';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import {
  configure,
  HELLO,
  HOSTED,
  loadClients,
  recording,
  watchLeaving,
} from './existing-clients/configured-page.ts';
import { HostedService } from './existing-clients/hosted-service.ts';
// Adds the page's functions to the global scope's type.
import type {} from './existing-clients/page.ts';
import { appKey, openApp } from './page-service.ts';
import { test } from './test.ts';

test.describe('an address on the network', () => {
  let hosted: HostedService;
  let left: Request[];
  test.beforeEach(async ({ context }) => {
    left = watchLeaving(context);
    hosted = await new HostedService().start();
  });
  test.afterEach(() => hosted.stop());

  /** What a page's script receives from a URL. */
  const ask = (page: Page, base: string, key: string) =>
    page.evaluate(
      async ({ base, key }) => {
        const headers = { 'x-gladia-key': key };
        const form = new FormData();
        form.append('audio', new File(['0123456789'], 'talk.wav'));
        const posted = await fetch(`${base}/v2/upload`, { method: 'POST', headers, body: form });
        const listed = await fetch(`${base}/v2/pre-recorded`, { headers, redirect: 'manual' });
        const old = await new Promise<number>((resolve) => {
          const request = new XMLHttpRequest();
          request.open('GET', `${base}/v2/pre-recorded`);
          request.setRequestHeader('x-gladia-key', key);
          request.onloadend = () => resolve(request.status);
          request.send();
        });
        const head = await fetch(`${base}/v2/pre-recorded`, { method: 'HEAD', headers });
        const options = await fetch(`${base}/v2/pre-recorded`, { method: 'OPTIONS', headers });
        return [posted.status, listed.status, old, head.status, options.status];
      },
      { base, key },
    );

  test('that nobody configured is reached as if there were no worker', { tag: THOROUGH }, async ({
    page,
  }) => {
    await openApp(page);
    await configure(page, [HOSTED, `${hosted.base}/elsewhere`]);
    expect(await ask(page, hosted.base, 'theirs')).toEqual([418, 418, 418, 418, 204]);
    expect(hosted.received.map(({ method, path, key }) => `${method} ${path} ${key}`)).toEqual([
      'POST /v2/upload theirs',
      'GET /v2/pre-recorded theirs',
      'GET /v2/pre-recorded theirs',
      'HEAD /v2/pre-recorded theirs',
    ]);
    expect(hosted.received[0]?.bytes).toBeGreaterThan(100);
    // So this would reveal what left the device.
    expect(left.length).toBeGreaterThan(0);
    const { base } = hosted;
    await hosted.stop();
    const failure = page.evaluate((url) => fetch(url).then(String, String), `${base}/v2/pre-recorded`);
    expect(await failure).toContain('TypeError');
  });

  test('that is served here gets nothing, by whatever means a page calls it', async ({ page }) => {
    await openApp(page);
    await configure(page, [hosted.base]);
    const key = await appKey(page);
    // Ten digits are not a recording.
    expect(await ask(page, hosted.base, key)).toEqual([415, 200, 200, 200, 204]);
    const { base64 } = await recording(page);
    // A page of the site that is not the app's, whose content policy lets media come from here alone.
    const own = await page.context().newPage();
    await own.goto('/license.txt');
    await loadClients(own);
    const duration = await own.evaluate(
      async ({ base, key, base64 }) => {
        const client = new globalThis.publicClients.GladiaClient({ apiKey: key, apiUrl: base }).preRecorded();
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const { audio_url } = await client.uploadFile(new File([bytes], 'hello.wav'));
        const audio = new Audio(audio_url);
        await new Promise((resolve, reject) => {
          audio.onloadedmetadata = resolve;
          audio.onerror = () => reject(new Error(audio.error?.message));
        });
        return audio.duration;
      },
      { base: hosted.base, key, base64 },
    );
    expect(duration).toBeCloseTo(HELLO.duration, 1);
    const byOtherWays = page.evaluate(
      async ({ base, key }) => {
        const headers = { 'x-gladia-key': key };
        const body = new FormData();
        body.append('audio', new File(['0123456789'], 'talk.wav'));
        const request = new Request(`${base}//v2//upload`, { method: 'POST', headers, body });
        const frame = document.body.appendChild(document.createElement('iframe'));
        const InFrame = (frame.contentWindow as typeof globalThis | null)?.Request ?? Request;
        const responses = [
          await fetch(request.clone()),
          await fetch(new InFrame(`${base}/v2/pre-recorded`, { headers })),
        ];
        return responses.map(({ status }) => status);
      },
      { base: hosted.base, key },
    );
    // This page has no guard, which would make one of doubled slashes.
    expect(await byOtherWays).toEqual([404, 200]);
    expect(hosted.received).toEqual([]);
    expect(left).toEqual([]);
    await configure(page, []);
    expect((await ask(page, hosted.base, key))[1]).toBe(418);
  });

  test('that a page names for itself is served to that page alone', { tag: THOROUGH }, async ({
    page,
    context,
  }) => {
    await page.addInitScript((base) => {
      if (location.pathname !== '/') return;
      globalThis.earshotConfig = { baseAddresses: [base, '/speech'], keyHeaders: ['x-gladia-key'] };
    }, hosted.base);
    await openApp(page);
    await page.evaluate(() => globalThis.earshot.ready());
    const key = await appKey(page);
    expect(await ask(page, hosted.base, key)).toEqual([415, 200, 200, 200, 204]);
    expect(await ask(page, `${APP_WITH_MODELS}/speech`, key)).toEqual([415, 200, 200, 200, 204]);
    expect(hosted.received).toEqual([]);
    const other = await context.newPage();
    await other.goto('/v2/openapi.json');
    expect(await ask(other, hosted.base, key)).toEqual([418, 418, 418, 418, 204]);
    await other.goto('/');
    await other.evaluate(() => globalThis.earshot.ready());
    // A tab of the same path that names nothing takes nothing from the one that does, as long as that is open.
    expect((await ask(other, hosted.base, key))[1]).toBe(200);
    expect((await ask(page, hosted.base, key))[1]).toBe(200);
  });

  test('that a page names wrongly is refused with the reason', { tag: THOROUGH }, async ({ page }) => {
    await page.addInitScript(() => {
      globalThis.earshotConfig = { baseAddresses: ['api.hosted.example'] };
    });
    await page.goto('/');
    await page.waitForFunction(() => 'earshot' in globalThis);
    const reason = await page.evaluate(() => globalThis.earshot.ready().then(String, String));
    expect(reason).toContain('window.earshotConfig is invalid: “api.hosted.example” must be');
  });
});
