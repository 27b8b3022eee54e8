import { CACHE_THE_REST } from '../../src/contract/realms/offline-message.ts';
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
    await engine.reload();
    // A busy WebKit sometimes shows a page of its own, which is no secure one, and the app when it is loaded again (docs/browsers.md).
    for (let times = 0; times < 2 && !(await engine.run(() => 'caches' in globalThis)); times += 1)
      await engine.reload();
    // A failure shows the page that came instead, and how many files there are; one that the browser made does not change by waiting.
    const shown = () =>
      engine.run(async () => {
        const title = document.querySelector('h1')?.textContent;
        if (title) return title;
        const names = await caches.keys();
        const counts = names.map(
          async (name) => `${name}: ${(await (await caches.open(name)).keys()).length}`,
        );
        return `${document.documentElement.outerHTML.slice(0, 600)} ${await Promise.all(counts)}`;
      });
    await expect.poll(shown, { timeout: 20_000 }).not.toContain('<');
    expect((await call(engine, 'GET', `/v2/pre-recorded/${id}`)).body).toMatchObject({ status: 'done' });
    expect((await upload(engine, fileToSend(clip('en_hello.wav').path))).status).toBe(200);
  } finally {
    await app.start();
  }
});
