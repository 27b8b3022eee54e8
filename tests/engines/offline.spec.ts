import { CACHE_THE_REST } from '../../src/contract/offline-message.ts';
import { clip } from '../e2e/clips.ts';
import { askForTheRest } from '../e2e/page-service.ts';
import { expect, test } from './engine-test.ts';
import { call, fileToSend, transcribe, upload } from './page-tasks.ts';

test('feature: starts and answers without a network', async ({ engine, app }) => {
  await engine.open(app.url);
  const { id } = await transcribe(engine, fileToSend(clip('en_yes.wav').path));
  // As it does by itself when it has been idle for a while.
  expect(await engine.run(askForTheRest, CACHE_THE_REST)).toBe(true);
  await app.stop();
  try {
    const heading = () => engine.run(() => document.querySelector('h1')?.textContent);
    await engine.reload();
    // WebKit on a busy machine was seen to show an error once. What is stored is there when the app is opened again.
    await expect(async () => {
      if (!(await heading())) await engine.open(app.url);
      await expect.poll(heading, { timeout: 15_000 }).toBeTruthy();
    }).toPass({ timeout: 60_000 });
    expect((await call(engine, 'GET', `/v2/pre-recorded/${id}`)).body).toMatchObject({ status: 'done' });
    expect((await upload(engine, fileToSend(clip('en_hello.wav').path))).status).toBe(200);
  } finally {
    await app.start();
  }
});
