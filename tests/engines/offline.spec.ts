import { clip } from '../e2e/clips.ts';
import { expect, test } from './engine-test.ts';
import { call, fileToSend, transcribe, upload } from './page-tasks.ts';

test('feature: starts and answers without a network', async ({ engine, app }) => {
  await engine.open(app.url);
  const { id } = await transcribe(engine, fileToSend(clip('en_yes.wav').path));
  await app.stop();
  try {
    await engine.reload();
    await expect.poll(() => engine.run(() => document.querySelector('h1')?.textContent)).toBeTruthy();
    expect((await call(engine, 'GET', `/v2/pre-recorded/${id}`)).body).toMatchObject({ status: 'done' });
    expect((await upload(engine, fileToSend(clip('en_hello.wav').path))).status).toBe(200);
  } finally {
    await app.start();
  }
});
