import { join } from 'node:path';
import { type BrowserContext, expect, type LaunchOptions, type Page } from '@playwright/test';
import { SmallDisk } from '../runner/small-disk.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { launchWith } from './own-profile.ts';
import { appKey, call, openApp } from './page-service.ts';
import { test } from './test.ts';

/** A browser whose profile is on this disk. */
const launchOn = (disk: SmallDisk, launchOptions: LaunchOptions): Promise<BrowserContext> =>
  launchWith(join(disk.path, 'profile'), launchOptions);

/** Creates a job with a key that was read before: on a full disk nothing can be read beside the app. */
const createJob = (page: Page, key: string) =>
  page.evaluate(async (secret) => {
    const headers = { 'x-service-key': secret, 'content-type': 'application/json' };
    const body = JSON.stringify({ audio_url: 'https://elsewhere.example/talk.mp3' });
    const answer = await fetch('/v2/pre-recorded', { method: 'POST', headers, body });
    const { id } = (await answer.json()) as { id?: string };
    return { status: answer.status, id };
  }, key);

const NO_DISK = 'Left out: this machine lets nobody mount a small disk.';

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

test('a full disk: 507, nothing is half-written, and what fits still works', { tag: THOROUGH }, async ({
  launchOptions,
}) => {
  const disk = SmallDisk.mount(150);
  test.skip(disk === null, NO_DISK);
  if (!disk) return;
  const context = await launchOn(disk, launchOptions);
  try {
    const page = await context.newPage();
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
    await context.close();
    disk.unmount();
  }
});

for (const ending of ['stays open', 'is closed'] as const) {
  test(`a disk that fills up loses nothing, then or later, while the app ${ending}`, {
    // Each write that may fail does so in tests/contract/full-disk.test.ts.
    tag: THOROUGH,
  }, async ({ launchOptions }) => {
    const disk = SmallDisk.mount(400);
    test.skip(disk === null, NO_DISK);
    if (!disk) return;
    let context = await launchOn(disk, launchOptions);
    const open = async () => {
      const page = await context.newPage();
      await openApp(page);
      return page;
    };
    try {
      let page = await open();
      const key = await appKey(page);
      const ids = [(await createJob(page, key)).id];
      // What a full disk finds in the browser's way is taken at the start of a host.
      await expect.poll(() => page.evaluate(() => caches.has('spare-room'))).toBe(true);
      disk.fill();
      // Some find the room that was given back.
      for (let attempt = 0; attempt < 4; attempt++) {
        const { status, id } = await createJob(page, key);
        if (status === 200) ids.push(id);
        else expect([500, 507]).toContain(status);
        disk.fill();
      }
      if (ending === 'is closed') await page.close();
      disk.free();
      if (ending === 'is closed') page = await open();
      const created = await createJob(page, key);
      expect(created.status).toBe(200);
      ids.push(created.id);
      // Half a record within the log is found at the second start.
      for (let start = 0; start < 3; start++) {
        await context.close();
        context = await launchOn(disk, launchOptions);
        page = await open();
        for (const id of ids) {
          const read = await call(page, { method: 'GET', path: `/v2/pre-recorded/${id}` });
          expect(read.status, `start ${start}`).toBe(200);
        }
      }
    } finally {
      await context.close();
      disk.unmount();
    }
  });
}
