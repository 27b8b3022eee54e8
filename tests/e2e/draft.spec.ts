import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { PageInterface } from '../../src/client/api/page-interface.ts';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import type { LiveRequest } from '../../src/contract/live/live-request.ts';
import { NEW_APP } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
// Adds what pages are given to the global scope's type.
import type {} from './never-idle.ts';
import { call, completeApp, openApp } from './page-service.ts';
import { test } from './test.ts';

/** President Kennedy on 25 May 1961. */
const SPEECH = fileURLToPath(new URL('../../public/demo/speech.flac', import.meta.url));
const BUILT_IN = 'zipformer-gigaspeech-3.3m';

/** What has become of the recordings, by the API, which answers from the service worker. */
async function jobs(page: Page): Promise<PreRecordedJob[]> {
  const request = { method: 'GET', path: '/v2/pre-recorded' };
  const { body, fromServiceWorker } = await call<{ items: PreRecordedJob[] }>(page, request);
  expect(fromServiceWorker).toBe(true);
  return body.items;
}

test('a first recording in English becomes a draft without a network, and the page says so; after a reload, too, the app transcribes with what it has', async ({
  page,
  context,
}) => {
  await openApp(page, NEW_APP);
  await expect
    .poll(() => page.evaluate(() => globalThis.becomeIdle()), { timeout: 60_000 })
    .toBeGreaterThan(0);
  // The page keeps what a draft needs once it is idle.
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const kept = await Promise.all(
            ['served-models', 'runtime-files'].map(async (name) => (await caches.open(name)).keys()),
          );
          return kept.flat().filter(({ url }) => /\.onnx$|\.wasm$|\.packed$|tokens\.txt$/.test(url)).length;
        }),
      { timeout: 60_000 },
    )
    .toBe(8);
  await completeApp(page);
  await context.setOffline(true);
  await page.getByLabel('Recordings to transcribe').setInputFiles(SPEECH);
  await expect(page.getByText('Draft: some words may be wrong.')).toBeVisible({
    timeout: 120_000,
  });
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText('landing a man on the moon');
  // The model writes neither capitals nor marks.
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText(/[A-Z][a-z]+( [\w']+)+\./);
  await expect(page.getByRole('button', { name: /^Get Whisper base, \d+ MB$/ })).toBeVisible();
  const [draft] = await jobs(page);
  expect(draft?.post_session_metadata).toMatchObject({
    model_id: BUILT_IN,
    draft: { model_id: expect.any(String), bytes: expect.any(Number), note: expect.any(String) },
  });

  await page.reload();
  await openApp(page, NEW_APP);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByLabel('Recordings to transcribe').setInputFiles(SPEECH);
  const statuses = async () => (await jobs(page)).map(({ status }) => status);
  await expect.poll(statuses, { timeout: 120_000 }).toEqual(['done', 'done']);
});

test('English that is chosen is drafted while it is spoken, and other speech after the session', {
  tag: THOROUGH,
}, async ({ page }) => {
  await openApp(page, NEW_APP);
  const speak = (languages: string[]) =>
    page.evaluate(async (languages) => {
      const { live }: PageInterface = await import(`${location.origin}/earshot.js`);
      const file = await (await fetch('/demo/speech.flac')).arrayBuffer();
      const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(file);
      const pcm = Int16Array.from(sound.getChannelData(0), (sample) => sample * 32_767);
      const said: string[] = [];
      const told: string[] = [];
      const session = await live({
        source: 'samples',
        request: { language_config: { languages }, post_processing: { allow_draft: true } } as LiveRequest,
        onText: (text) => said.push(text),
        onMessage: (message) => {
          if (message.type === 'error') told.push(JSON.stringify(message));
        },
      });
      session.send(new Uint8Array(pcm.buffer));
      await session.stop();
      return { id: session.id, said: said.join(' '), told: told.join(' ') };
    }, languages);
  const draftOf = async (id: string) => {
    const { body } = await call<PreRecordedJob>(page, { method: 'GET', path: `/v2/pre-recorded/${id}` });
    return body.post_session_metadata.model_id;
  };
  const told = await speak(['en']);
  expect(told.said).toContain('man on the moon');
  expect(told.told).toContain('some words may be wrong');
  const untold = await speak([]);
  expect(untold).toMatchObject({
    said: '',
    told: expect.stringContaining('English is written at once if it is chosen'),
  });
  for (const { id } of [told, untold])
    await expect.poll(() => draftOf(id), { timeout: 120_000 }).toBe(BUILT_IN);
});
