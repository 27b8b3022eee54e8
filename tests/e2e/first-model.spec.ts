import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { startServer } from '../../src/cli/server/serve.ts';
import type { PageInterface } from '../../src/client/api/page-interface.ts';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { startStaticHost } from '../runner/static-host.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { fixture } from './clips.ts';
import { call, completeApp, openApp } from './page-service.ts';
import { test } from './test.ts';

/** President Kennedy on 25 May 1961. */
const SPEECH = fileURLToPath(new URL('../../public/demo/speech.flac', import.meta.url));
/** Sentences that espeak-ng said. */
const spokenIn = (language: 'de' | 'es' | 'fr') => fixture(`spoken/${language}.flac`);
const SHIPPED = 'whisper-base-q8';
const PART = /\/models\/whisper-base-q8\/onnx\/.*\.part-\d+\.onnx$/;
const DRAFT = 'Draft: some words may be wrong.';

/** A host of the app's files with Whisper base, whose parts it sends once they are let through. */
async function startHost() {
  const gate = new EventEmitter();
  const held = once(gate, 'open');
  const parts: string[] = [];
  const host = await startStaticHost({
    withModels: true,
    beforeFile: async (path) => {
      if (!PART.test(path)) return;
      parts.push(path);
      await held;
    },
  });
  return { ...host, parts, letThrough: () => gate.emit('open') };
}

async function jobs(page: Page): Promise<PreRecordedJob[]> {
  const { body } = await call<{ items: PreRecordedJob[] }>(page, { method: 'GET', path: '/v2/pre-recorded' });
  return body.items;
}

const modelOf = async (page: Page) => (await jobs(page))[0]?.post_session_metadata.model_id;
const transcript = (page: Page) => page.getByRole('list', { name: 'Transcript' });
const give = (page: Page, path: string) => page.getByLabel('Recordings to transcribe').setInputFiles(path);

const SPOKEN = [
  ['German', 'de', /Guten Morgen/i],
  ['French', 'fr', /1, 2, 3, 4|un, deux, trois/i],
  ['Spanish', 'es', /Buenos d[ií]as/i],
] as const;

for (const [name, language, words] of SPOKEN) {
  // One of a kind; the others are for the night.
  const tag = language === 'de' ? [] : THOROUGH;
  test(`a first file in ${name} becomes text on a new profile; no other host is asked`, {
    tag,
  }, async ({ page }) => {
    const host = await startHost();
    host.letThrough();
    try {
      const others: string[] = [];
      page.context().on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== new URL(host.url).origin) others.push(request.url());
      });
      await openApp(page, host.url);
      await give(page, spokenIn(language));
      await expect(transcript(page)).toContainText(words, { timeout: 150_000 });
      expect(await modelOf(page)).toBe(SHIPPED);
      expect(others).toEqual([]);
    } finally {
      await host.close();
    }
  });
}

test('English is a draft until Whisper base has come, with its progress, and is then replaced by itself; live speech of any language is recognised', {
  tag: THOROUGH,
}, async ({ page }) => {
  const host = await startHost();
  try {
    await openApp(page, host.url);
    await expect(page.getByText('English is transcribed at once, as a draft.')).toBeHidden();
    expect(host.parts).toEqual([]);
    await give(page, SPEECH);
    await expect(page.getByText(DRAFT)).toBeVisible({ timeout: 120_000 });
    await expect(page.getByRole('progressbar', { name: 'Downloading Whisper base' })).toBeVisible();
    expect(host.parts.length).toBeGreaterThan(0);
    host.letThrough();
    await expect(page.getByText(DRAFT)).toBeHidden({ timeout: 120_000 });
    await expect(transcript(page)).toContainText('landing a man on the moon');
    await expect.poll(() => modelOf(page)).toBe(SHIPPED);
    expect(new Set(host.parts).size).toBe(5);

    const said = await page.evaluate(
      async (file) => {
        const { live }: PageInterface = await import(`${location.origin}/earshot.js`);
        const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(
          Uint8Array.from(file).buffer,
        );
        const pcm = Int16Array.from(sound.getChannelData(0), (sample) => sample * 32_767);
        const texts: string[] = [];
        const session = await live({ source: 'samples', onText: (text) => texts.push(text) });
        session.send(new Uint8Array(pcm.buffer));
        await session.stop();
        return texts.join(' ');
      },
      [...readFileSync(spokenIn('es'))],
    );
    expect(said).toMatch(/Buenos d[ií]as/i);
  } finally {
    await host.close();
  }
});

test('without a network and never fetched, a draft says what comes, and it comes with the network', {
  tag: THOROUGH,
}, async ({ page, context }) => {
  const host = await startHost();
  host.letThrough();
  try {
    await openApp(page, host.url);
    await expect
      .poll(() => page.evaluate(() => globalThis.becomeIdle()), { timeout: 60_000 })
      .toBeGreaterThan(0);
    const kept = () =>
      page.evaluate(async () => {
        const names = ['served-models', 'runtime-files'];
        const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return found.flat().filter(({ url }) => /\.onnx$|\.wasm$|\.packed$|tokens\.txt$/.test(url)).length;
      });
    await expect.poll(kept, { timeout: 60_000 }).toBe(8);
    await completeApp(page);
    await context.setOffline(true);
    await give(page, SPEECH);
    await expect(page.getByText(DRAFT)).toBeVisible({ timeout: 120_000 });
    await expect(
      page.getByText('This device is offline. Whisper base is fetched as soon as there is a network.'),
    ).toBeVisible();
    expect(host.parts).toEqual([]);
    await context.setOffline(false);
    await expect(page.getByText(DRAFT)).toBeHidden({ timeout: 120_000 });
    await expect.poll(() => modelOf(page)).toBe(SHIPPED);
  } finally {
    await host.close();
  }
});

test('where a connection costs, the app asks once', { tag: THOROUGH }, async ({ page }) => {
  const host = await startHost();
  host.letThrough();
  try {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', {
        value: { saveData: true, addEventListener: () => 0 },
      });
    });
    await openApp(page, host.url);
    await give(page, spokenIn('es'));
    const question = page.getByText(/^This connection may cost money\. The download is 7\d MB\.$/).first();
    await expect(question).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Later' }).first().click();
    await page.reload();
    await openApp(page, host.url);
    await expect(page.getByRole('button', { name: /^Get Whisper base, 7\d MB$/ }).first()).toBeVisible();
    await expect(question).toBeHidden();
    expect(host.parts).toEqual([]);
    await page
      .getByRole('button', { name: /^Get Whisper base, 7\d MB$/ })
      .first()
      .click();
    await expect.poll(() => modelOf(page), { timeout: 120_000 }).toBe(SHIPPED);
  } finally {
    await host.close();
  }
});

test('the app that this device serves reads it from the disk, and stores no copy', { tag: THOROUGH }, async ({
  page,
}) => {
  const server = await startServer({ port: 0, log: () => undefined });
  try {
    await openApp(page, server.url);
    await give(page, spokenIn('es'));
    await expect(transcript(page)).toContainText(/Buenos d[ií]as/i, { timeout: 120_000 });
    expect(await modelOf(page)).toBe(SHIPPED);
    const stored = await page.evaluate(async (store) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('earshot');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const count = db.transaction(store).objectStore(store).count();
      return new Promise((resolve, reject) => {
        count.onsuccess = () => resolve(count.result);
        count.onerror = () => reject(count.error);
      });
    }, 'model-files');
    expect(stored).toBe(0);
  } finally {
    await server.close();
  }
});
