import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { browserForEach, HELLO, secondsShown } from './microphone-browser.ts';
import { caretAt, openEditor, saved, textOf } from './open-editor.ts';
import { call, create, finished, readJob, uploadFile } from './page-service.ts';
import { test } from './test.ts';

const browser = browserForEach();
const openPage = () => browser.openPage();

/** Kills the browser and starts it again, without the databases where they are to be lost. */
const killAndStart = (database: 'kept' | 'lost'): Promise<Page> =>
  browser.killAndStart(() => {
    if (database === 'lost') rmSync(join(browser.profile, 'Default/IndexedDB'), { recursive: true });
  });

const interrupted = (page: Page) => page.getByText('This recording was interrupted.');

/** Names of the files outside the database. */
const secondPlace = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('second-place', { create: true });
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names.sort();
  });

/** Of what was recorded or live: how many seconds each has. */
const storedSeconds = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('earshot');
      request.onsuccess = () => resolve(request.result);
    });
    return new Promise<number[]>((resolve) => {
      const request = db.transaction('arrivals').objectStore('arrivals').getAll();
      request.onsuccess = () => {
        db.close();
        resolve(request.result.map(({ seconds }) => seconds));
      };
    });
  });

test('a killed browser that has lost its database gets back what was typed, transcribed, recorded and said live', async () => {
  test.slow();
  const page = await openPage();
  const id = await openEditor(page);
  const before = await readJob(page, id);
  await caretAt(page, 'John', { after: true });
  await page.keyboard.type(' Fitzgerald');
  await saved(page);

  const recorder = await openPage();
  await recorder.getByRole('button', { name: 'Record', exact: true }).click();
  await expect.poll(() => secondsShown(recorder)).toBeGreaterThanOrEqual(5);

  const live = await openPage();
  await live.getByRole('link', { name: 'Live', exact: true }).click();
  await live.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(live.getByRole('region', { name: 'What was said' })).toContainText(/hello/i, {
    timeout: 120_000,
  });
  await live
    .getByRole('button', { name: /^Correct what was said/ })
    .first()
    .click();
  await live.getByRole('textbox', { name: /^What was said/ }).fill('Halloo there');
  await live.keyboard.press('Enter');
  await live.bringToFront();
  const written = await secondsShown(live);
  await expect.poll(() => secondsShown(live)).toBeGreaterThanOrEqual(written + 3);
  const shown = await Promise.all([recorder, live].map(secondsShown));

  const next = await killAndStart('lost');
  await expect(
    next.getByText(
      /The browser had deleted the library of this device\. 1 transcript is back\. 2 recordings are back/,
    ),
  ).toBeVisible();
  const after = await readJob(next, id);
  expect(after.result).toEqual(before.result);
  expect(await textOf(next, id)).toContain('John Fitzgerald Smith');
  await expect(interrupted(next)).toHaveCount(2);
  const seconds = (await storedSeconds(next)).sort((a, b) => b - a);
  for (const [index, least] of shown.sort((a, b) => b - a).entries())
    expect(seconds[index]).toBeGreaterThanOrEqual(least - 2);
  // The one with corrections is the live session; each is transcribed like any that was interrupted.
  for (const left of [1, 0]) {
    await next.getByRole('button', { name: 'Transcribe', exact: true }).first().click();
    await expect(interrupted(next)).toHaveCount(left);
    await expect(next.getByRole('list', { name: 'Transcript' })).toContainText(/hello|halloo there/i, {
      timeout: 150_000,
    });
    await next.goto('/');
  }
  const jobs = await call<{ items: { id: string }[] }>(next, { method: 'GET', path: '/v2/pre-recorded' });
  const texts = await Promise.all(jobs.body.items.map((one) => textOf(next, one.id)));
  expect(texts.join('\n')).toMatch(/Halloo there/);

  // A start with a sound database keeps one compact copy of each, and nothing of what is deleted.
  const sound = await killAndStart('kept');
  const ids = jobs.body.items.map((one) => one.id).sort();
  await expect.poll(() => secondPlace(sound)).toEqual(ids.map((one) => `${one}.rows`));
  for (const one of ids) await call(sound, { method: 'DELETE', path: `/v2/pre-recorded/${one}` });
  await expect.poll(() => secondPlace(sound)).toEqual([]);
});

test('a killed browser that has lost its database gets back uploads that waited, and transcribes them', async () => {
  test.slow();
  const page = await openPage();
  const { body: uploaded } = await uploadFile(page, HELLO.path);
  const id = await create(page, { audio_url: uploaded.audio_url });
  await call(page, {
    method: 'POST',
    path: `/v2/pre-recorded/${id}/queue`,
    body: { json: { paused: true } },
  });
  await expect
    .poll(() => secondPlace(page))
    .toEqual(
      [`${id}.log`, `${uploaded.audio_metadata.id}.sound`, `${uploaded.audio_metadata.id}.whole`].sort(),
    );

  const next = await killAndStart('lost');
  await expect(next.getByText(/1 recording is back and waits to be transcribed\./)).toBeVisible();
  await call(next, {
    method: 'POST',
    path: `/v2/pre-recorded/${id}/queue`,
    body: { json: { paused: false } },
  });
  const job = await finished(next, id);
  expect(job.file?.filename).toBe('en_hello.wav');
  expect(job.result?.transcription?.full_transcript).toMatch(/hello/i);
  await expect.poll(() => secondPlace(next)).toEqual([`${id}.log`]);
});
