import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { build } from 'vite';
import { NEW_APP } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { call, create, finished, openApp, uploadFile } from './page-service.ts';
import { test } from './test.ts';

/** Written by the code of 0.2.0, whose database had this version. */
const STORED = JSON.parse(
  readFileSync(new URL('../fixtures/storage/database-4.json', import.meta.url), 'utf8'),
);
const DONE = '11111111-1111-4111-8111-111111111111';

declare global {
  /** `tests/fakes/restore-dump.ts` as one script. */
  var dumps: typeof import('../fakes/restore-dump.ts');
}

async function bundleDumps(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      lib: {
        entry: new URL('../fakes/restore-dump.ts', import.meta.url).pathname,
        formats: ['iife'],
        name: 'dumps',
      },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [script] = outputs.filter((one) => one.type === 'chunk');
  if (!script) throw new Error('Nothing was bundled.');
  return script.code;
}

test('what the former release left in a browser is there after the update, and the app goes on with it', {
  tag: THOROUGH,
}, async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  // A file of the origin that starts nothing.
  await page.goto(`${NEW_APP}/third-party-notices.txt`);
  const console = await page.context().newCDPSession(page);
  await console.send('Runtime.evaluate', { expression: `${await bundleDumps()};globalThis.dumps = dumps` });
  await console.detach();
  const secrets = await page.evaluate((stored) => globalThis.dumps.restoreDump(stored), STORED);

  await openApp(page, `${NEW_APP}/`);
  const headers = { 'x-service-key': secrets.app ?? '' };
  const job = await call<{ result: { transcription: { full_transcript: string } } }>(page, {
    method: 'GET',
    path: `/v2/pre-recorded/${DONE}`,
    headers,
  });
  expect(job.status).toBe(200);
  expect(job.body.result.transcription.full_transcript).toBe('Hello there.');
  const revoked = { 'x-service-key': secrets.old ?? '' };
  expect((await call(page, { method: 'GET', path: '/v2/pre-recorded', headers: revoked })).status).toBe(401);
  await page.getByText('talk.wav').first().click();
  await expect(page.getByText('Hello there.').first()).toBeVisible();

  const uploaded = await uploadFile(page, clip('en_hello.wav').path);
  const id = await create(page, { audio_url: uploaded.body.audio_url, allow_draft: true });
  expect((await finished(page, id)).status).toBe('done');
  expect(faults).toEqual([]);
});
