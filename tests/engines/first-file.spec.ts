import { startServer } from '../../src/cli/server/serve.ts';
import { clip } from '../e2e/clips.ts';
import { testModels } from '../runner/test-models.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend, giveFile } from './page-tasks.ts';

const HELLO = clip('en_hello.wav');

test('feature: a first own recording is transcribed, whatever the browser asks meanwhile', async ({
  engine,
  app,
}) => {
  // A port of its own makes it a first visit.
  const server = await startServer({ modelsDir: testModels(), port: 0, log: () => undefined });
  try {
    await engine.open(server.url);
    await engine.run(noteQuestions);
    await engine.run(giveFile, fileToSend(HELLO.path));
    await engine.run(async (words: string) => {
      while (!document.body.innerText.includes(words)) await new Promise((done) => setTimeout(done, 200));
    }, 'John Smith');
    const question = await engine.run(() => Reflect.get(globalThis, 'question'));
    // Firefox shows a prompt, which nobody answers here; the others decide by themselves, where they know the method at all.
    if (engine.name === 'firefox') expect(question).toBe('open');
    else expect(question).not.toBe('open');
  } finally {
    await engine.open(app.url);
    await server.close();
  }
});

/** Notes whether the app asks the browser to keep its data, and whether the browser has answered. */
function noteQuestions(): void {
  Object.assign(globalThis, { question: 'none' });
  const { storage } = navigator;
  const persist = storage?.persist?.bind(storage);
  if (!persist) return;
  storage.persist = () => {
    Object.assign(globalThis, { question: 'open' });
    const answer = persist();
    void answer.finally(() => Object.assign(globalThis, { question: 'answered' }));
    return answer;
  };
}
