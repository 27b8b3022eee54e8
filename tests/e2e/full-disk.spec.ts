import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { SmallDisk } from '../runner/small-disk.ts';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { neverIdle } from './never-idle.ts';
import { call, openApp } from './page-service.ts';
import { test } from './test.ts';

/** A browser whose profile is on a disk of this size in megabytes; null if this machine does not allow mounting one. */
async function browserOnSmallDisk(
  megabytes: number,
  launchOptions: { executablePath?: string },
): Promise<{ context: BrowserContext; close(): Promise<void> } | null> {
  const disk = SmallDisk.mount(megabytes);
  if (!disk) return null;
  const context = await chromium.launchPersistentContext(join(disk.path, 'profile'), {
    ...launchOptions,
    baseURL: APP_WITH_MODELS,
  });
  await neverIdle(context);
  return {
    context,
    async close() {
      await context.close();
      disk.unmount();
    },
  };
}

/** Uploads a recording of silence, made in the page. */
const uploadSilence = (page: Page, megabytes: number) =>
  page.evaluate(async (bytes) => {
    const header = new DataView(new ArrayBuffer(44));
    const tags = { 0: 'RIFF', 8: 'WAVE', 12: 'fmt ', 36: 'data' };
    for (const [at, tag] of Object.entries(tags))
      new TextEncoder().encodeInto(tag, new Uint8Array(header.buffer, Number(at)));
    header.setUint32(4, bytes + 36, true);
    header.setUint32(16, 16, true);
    header.setUint16(20, 1, true);
    header.setUint16(22, 1, true);
    header.setUint32(24, 16_000, true);
    header.setUint32(28, 32_000, true);
    header.setUint16(32, 2, true);
    header.setUint16(34, 16, true);
    header.setUint32(40, bytes, true);
    const form = new FormData();
    form.append('audio', new File([header.buffer, new Uint8Array(bytes)], 'silence.wav'));
    await globalThis.earshot.ready();
    const headers = { 'x-service-key': await globalThis.earshot.key() };
    const answer = await fetch('/v2/upload', { method: 'POST', headers, body: form });
    return { status: answer.status, body: await answer.json() };
  }, megabytes * 1e6);

test('a full disk: 507, nothing is half-written, and what fits still works', async ({ launchOptions }) => {
  const browser = await browserOnSmallDisk(150, launchOptions);
  test.skip(browser === null, 'Left out: this machine lets nobody mount a small disk.');
  if (!browser) return;
  try {
    const page = await browser.context.newPage();
    await openApp(page);
    const refused = await uploadSilence(page, 200);
    expect(refused.status).toBe(507);
    expect(refused.body).toMatchObject({
      statusCode: 507,
      message: expect.stringMatching(/Not enough storage.*free up disk space, then try again/),
    });
    const stored = await uploadSilence(page, 1);
    expect(stored.status).toBe(200);
    const created = await call<{ id: string }>(page, {
      method: 'POST',
      path: '/v2/pre-recorded',
      body: { json: { audio_url: stored.body.audio_url } },
    });
    await expect
      .poll(
        async () =>
          (
            await call<{ status: string }>(page, {
              method: 'GET',
              path: `/v2/pre-recorded/${created.body.id}`,
            })
          ).body.status,
      )
      .toBe('done');
  } finally {
    await browser.close();
  }
});
