import { expect } from '@playwright/test';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { call, create, finished, readJob, submit, uploadBytes, uploadFile } from './page-service.ts';
import { repeatWav } from './repeat-wav.ts';
import { test } from './test.ts';

test('an audio element plays the audio of a job, and seeks in it', { tag: THOROUGH }, async ({ app }) => {
  const id = await submit(app, clip('dialogue_en.flac').path);
  const played = await app.evaluate(async (src) => {
    const audio = new Audio(src);
    audio.preload = 'metadata';
    const once = (name: string) =>
      new Promise<void>((resolve, reject) => {
        audio.addEventListener(name, () => resolve(), { once: true });
        audio.addEventListener('error', () => reject(new Error(audio.error?.message)), { once: true });
      });
    await once('loadedmetadata');
    const sought = once('seeked');
    audio.currentTime = audio.duration - 1;
    await sought;
    return { duration: audio.duration, at: audio.currentTime };
  }, `/v2/pre-recorded/${id}/file`);
  expect(played.duration).toBeGreaterThan(10);
  expect(played.at).toBeCloseTo(played.duration - 1, 1);
  await call(app, { method: 'DELETE', path: `/v2/pre-recorded/${id}` });
});

// A running job is aborted in tests/contract/delete-job.test.ts, and recognition stops with it in tests/browser/realms/asr-lanes.test.ts.
test('deleting a running job cancels it, and the next one starts', { tag: THOROUGH }, async ({ app }) => {
  const long = await uploadBytes(app, repeatWav(clip('en_hello.wav').path, 20), 'long.wav');
  const running = await create(app, { audio_url: long.body.audio_url });
  await expect.poll(async () => (await readJob(app, running)).status).toBe('processing');
  const next = await create(app, {
    audio_url: (await uploadFile(app, clip('en_hello.wav').path)).body.audio_url,
  });
  expect((await readJob(app, next)).status).toBe('queued');
  const deletedAt = Date.now();
  expect((await call(app, { method: 'DELETE', path: `/v2/pre-recorded/${running}` })).status).toBe(202);
  await expect
    .poll(async () => (await readJob(app, next)).status, { intervals: [50] })
    .toMatch(/^(processing|done)$/);
  console.log(`The next job began ${Date.now() - deletedAt} ms after the running one was deleted.`);
  expect((await finished(app, next)).status).toBe('done');
  expect((await call(app, { method: 'GET', path: `/v2/pre-recorded/${running}` })).status).toBe(404);
  expect((await call(app, { method: 'GET', path: new URL(long.body.audio_url).pathname })).status).toBe(404);
});

test('the description is answered by the real worker, without a key', async ({ app }) => {
  const answer = await call<{ openapi: string; paths: object }>(app, {
    method: 'GET',
    path: '/v2/openapi.json',
    headers: { 'x-service-key': '' },
  });
  expect(answer.status).toBe(200);
  expect(answer.fromServiceWorker).toBe(true);
  expect(answer.body.openapi).toBe('3.1.0');
  expect(Object.keys(answer.body.paths)).toContain('/v2/pre-recorded');
});
