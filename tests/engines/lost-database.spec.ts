import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../../src/cli/browser/find-browser.ts';
import { killBrowser } from '../bench/browser-processes.ts';
import { clip } from '../e2e/clips.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { startFirefox } from './firefox-engine.ts';
import { call, fileToSend, upload } from './page-tasks.ts';

// Chromium is killed so in tests/e2e/lost-database.spec.ts; WebKit's driver cannot keep a profile.
test.skip(({ engine }) => engine.name !== 'firefox', 'Left out: another browser.');

const idOf = (body: Record<string, unknown> | null) => String(body?.id);

/** Names of the files outside the database. */
const secondPlace = (engine: BrowserEngine) =>
  engine.run(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('second-place', { create: true });
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names.sort();
  });

const textOf = (engine: BrowserEngine) => engine.run(() => document.body.innerText);

test('a killed Firefox that has lost its databases gets back what was transcribed and recorded', {
  tag: THOROUGH,
}, async ({ app }) => {
  test.setTimeout(300_000);
  const profile = mkdtempSync(join(tmpdir(), 'earshot-firefox-'));
  const start = async () => {
    const engine = await startFirefox(findBrowser('firefox') ?? '', profile);
    await engine.open(app.url);
    return engine;
  };
  let engine = await start();
  try {
    const uploaded = await upload(engine, fileToSend(clip('en_hello.wav').path));
    const created = await call(engine, 'POST', '/v2/pre-recorded', { audio_url: uploaded.body?.audio_url });
    const path = `/v2/pre-recorded/${idOf(created.body)}`;
    await expect
      .poll(async () => (await call(engine, 'GET', path)).body?.status, { timeout: 150_000 })
      .toBe('done');
    const before = (await call(engine, 'GET', path)).body;
    await engine.click('button:has(svg.lucide-mic)');
    await expect
      .poll(() => engine.run(() => document.querySelector('[role=timer]')?.textContent ?? ''))
      .toMatch(/^0:(0[6-9]|[1-5])/);

    killBrowser(profile);
    await engine.close().catch(() => undefined);
    const stored = join(profile, 'storage/default');
    for (const origin of readdirSync(stored))
      rmSync(join(stored, origin, 'idb'), { recursive: true, force: true });

    engine = await start();
    await expect
      .poll(() => textOf(engine))
      .toContain(
        'The browser had deleted the library of this device. 1 transcript is back. 1 recording is back and waits to be transcribed.',
      );
    expect((await call(engine, 'GET', path)).body?.result).toEqual(before?.result);
    await expect.poll(() => textOf(engine)).toContain('This recording was interrupted.');
    const seconds = await engine.run(async () => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('earshot');
        request.onsuccess = () => resolve(request.result);
      });
      return new Promise<number>((resolve) => {
        const request = db.transaction('arrivals').objectStore('arrivals').getAll();
        request.onsuccess = () => {
          db.close();
          resolve(request.result[0].seconds);
        };
      });
    });
    expect(seconds).toBeGreaterThanOrEqual(4);

    await engine.open(app.url);
    await expect.poll(() => secondPlace(engine)).toContain(`${idOf(created.body)}.rows`);
    await call(engine, 'DELETE', path);
    // The recording waits: it is what cannot be made again.
    await expect.poll(() => secondPlace(engine)).toHaveLength(1);
  } finally {
    await engine.close().catch(() => undefined);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
});
