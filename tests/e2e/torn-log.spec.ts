import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { killBrowser } from '../bench/browser-processes.ts';
import { openTransactions } from '../bench/leveldb-file.ts';
import { chromiumOptions } from '../runner/chromium-options.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { deleteProfile, launchWith, newProfile } from './own-profile.ts';
import { call, openApp, uploadBytes } from './page-service.ts';
import { test } from './test.ts';

/** What should not happen is waited for so often. */
const LOOKS = 40;
const LOOKS_AFTER_MS = 250;
const HELLO = readFileSync(clip('en_hello.wav').path);

/** The database's log, which LevelDB numbers. */
function logOf(profile: string): string {
  const folder = join(profile, 'Default/IndexedDB');
  const database = readdirSync(folder).find((name) => name.endsWith('.leveldb')) ?? '';
  const logs = readdirSync(join(folder, database)).filter((name) => /^\d+\.log$/.test(name));
  return join(folder, database, logs.sort().at(-1) ?? '');
}

/** The beginning of a record of 200 bytes: Chromium writes the rest by a second call, before which it may be killed. */
function tear(log: string): void {
  const header = Buffer.alloc(7);
  header.writeUInt32LE(0x1234_5678, 0);
  header.writeUInt16LE(200, 4);
  header.writeUInt8(1, 6);
  appendFileSync(log, header);
}

async function open(profile: string) {
  const context = await launchWith(profile, chromiumOptions());
  const page = context.pages()[0] ?? (await context.newPage());
  await openApp(page);
  return { context, page };
}

const createJob = (page: Page) =>
  call<{ id: string }>(page, {
    method: 'POST',
    path: '/v2/pre-recorded',
    body: { json: { audio_url: 'https://elsewhere.example/talk.mp3' } },
  });

/** Runs in a realm: leaves the writes to these stores open, as a busy machine does for a while. */
function leaveWritesOpen(names: readonly string[]): void {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const begun = transaction.call(this, stores, mode, options);
    const name = names.find((one) => begun.objectStoreNames.contains(one));
    if (mode === 'readwrite' && name) {
      const store = begun.objectStore(name);
      const read = () => {
        store.count().onsuccess = read;
      };
      read();
    }
    return begun;
  };
}

test('a browser that was killed in the middle of a record loses nothing, then or later', {
  tag: THOROUGH,
}, async () => {
  const profile = newProfile();
  try {
    const first = await open(profile);
    const ids = [(await createJob(first.page)).body.id];
    killBrowser(profile);
    await first.context.close().catch(() => undefined);
    const torn = logOf(profile);
    tear(torn);

    const second = await open(profile);
    await expect.poll(() => logOf(profile)).not.toBe(torn);
    ids.push((await createJob(second.page)).body.id);
    await second.context.close();

    const third = await open(profile);
    for (const id of ids) {
      const read = await call(third.page, { method: 'GET', path: `/v2/pre-recorded/${id}` });
      expect(read.status).toBe(200);
    }
    await third.context.close();
  } finally {
    await deleteProfile(profile);
  }
});

test('a browser that was killed during two writes to different stores loses nothing', {
  tag: THOROUGH,
}, async () => {
  const profile = newProfile();
  try {
    const first = await open(profile);
    const { id } = (await createJob(first.page)).body;
    const [worker] = first.context.serviceWorkers();
    if (!worker) throw new Error('There is no service worker.');
    await worker.evaluate(leaveWritesOpen, ['jobs', 'audio-pieces']);
    // Neither ends.
    void createJob(first.page).catch(() => undefined);
    void uploadBytes(first.page, HELLO, 'hello.wav').catch(() => undefined);
    for (let tries = 0; tries < LOOKS && openTransactions(readFileSync(logOf(profile))) < 2; tries++)
      await first.page.waitForTimeout(LOOKS_AFTER_MS);
    killBrowser(profile);
    await first.context.close().catch(() => undefined);

    const second = await open(profile);
    const read = await call(second.page, { method: 'GET', path: `/v2/pre-recorded/${id}` });
    expect(read.status).toBe(200);
    await second.context.close();
  } finally {
    await deleteProfile(profile);
  }
});
