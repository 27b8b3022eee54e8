import { clip } from '../e2e/clips.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend, transcribe } from './page-tasks.ts';
import { startPrivateFirefox } from './start-engine.ts';

test('feature: the main job in a private window', async ({ engine, app }, { project }) => {
  const hello = clip('en_hello.wav');
  // The engine of all the other tests is private already, except in Firefox.
  const window = project.name === 'firefox' ? await startPrivateFirefox() : engine;
  try {
    await window.open(app.url);
    expect((await transcribe(window, fileToSend(hello.path))).text).toBe(hello.text);
    await window.reload();
    expect((await transcribe(window, fileToSend(hello.path))).text).toBe(hello.text);
  } finally {
    if (window !== engine) await window.close();
  }
});
