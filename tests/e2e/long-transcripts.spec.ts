import { setTimeout } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { choose, openEditor } from './open-editor.ts';
import { openApp, transcribe } from './page-service.ts';
import { test } from './test.ts';

const CUES = 3_000;
const SRT = Array.from({ length: CUES }, (_, index) => {
  const clock = new Date(index * 1000).toISOString().slice(11, 19);
  return `${index + 1}\n${clock},000 --> ${clock},900\nGood morning ${index}.\n`;
}).join('\n');

const importInto = (page: Page, id: string) =>
  page.evaluate(
    async ({ path, body }) => {
      const { key } = await import(/* @vite-ignore */ `${location.origin}/earshot.js`);
      const headers = { 'x-service-key': await key() };
      const response = await fetch(path, { method: 'POST', headers, body });
      return { status: response.status, words: (await response.json()).full_transcript?.length ?? 0 };
    },
    { path: `/v2/pre-recorded/${id}/transcript`, body: SRT },
  );

/** A worker that starts or ends in the meantime may never answer. */
const namesOfWorkers = (page: Page): Promise<unknown[]> =>
  Promise.all(
    page
      .workers()
      .map((worker) =>
        Promise.race([worker.evaluate('self.name').catch(() => null), setTimeout(500, 'no answer')]),
      ),
  );

test.describe('a long transcript', () => {
  test('is imported and exported by a worker of the host’s tab, and in place where no tab is open', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const job = await transcribe(app, clip('en_hello.wav').path);
    const importing = importInto(app, job.id);
    await expect.poll(() => namesOfWorkers(app), { intervals: [50] }).toContain('transcripts');
    expect(await importing).toEqual({ status: 200, words: expect.any(Number) });
    const srt = await app.evaluate(async (path) => {
      const { key } = await import(/* @vite-ignore */ `${location.origin}/earshot.js`);
      return (await fetch(path, { headers: { 'x-service-key': await key() } })).text();
    }, `/v2/pre-recorded/${job.id}/transcript?format=srt`);
    expect(srt.match(/-->/g)).toHaveLength(CUES);

    // Of the same origin, but without the app: nobody is the host.
    await app.goto('/v2/openapi.json');
    const alone = await app.evaluate(
      async ({ path, body }) => {
        const stored = await new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open('earshot');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction('settings').objectStore('settings').getAll();
            reading.onsuccess = () => resolve(JSON.stringify(reading.result));
          };
        });
        const secret = /ek_[A-Za-z0-9_-]+/.exec(stored)?.[0] ?? '';
        const response = await fetch(path, { method: 'POST', headers: { 'x-service-key': secret }, body });
        return response.status;
      },
      { path: `/v2/pre-recorded/${job.id}/transcript`, body: SRT },
    );
    expect(alone).toBe(200);
    // The next test has the same page, and needs a host.
    await openApp(app);
  });
});

test.describe('a regular expression in Find', () => {
  test('marks and replaces what it matches; one that takes for ever is given up, and the page goes on', {
    tag: THOROUGH,
  }, async ({ app }) => {
    await openEditor(app);
    await choose(app, 'More', 'Find');
    await app.getByLabel('Regular expression').check();
    const find = app.getByRole('textbox', { name: 'Find' });
    const status = app.getByRole('search').getByRole('status');
    await find.fill('(john) (smith)');
    await expect(status).toHaveText('1 of 1');
    await find.fill('(');
    await expect(status).toHaveText('Not a regular expression');
    await find.fill('^(([a-zA-Z .?]+)+)+$x');
    const before = Date.now();
    await app.evaluate(() => new Promise(requestAnimationFrame));
    expect(Date.now() - before).toBeLessThan(1_500);
    await expect(status).toHaveText('This pattern takes too long');
    await find.fill('(john) (smith)');
    await expect(status).toHaveText('1 of 1');
    await app.getByRole('textbox', { name: 'Replace by' }).fill('$2 $1');
    await app.getByRole('button', { name: 'Replace all' }).click();
    await expect(app.locator('[data-paragraph]').first()).toContainText('Smith John');
  });
});
