import { clip } from '../e2e/clips.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend } from './page-tasks.ts';

const HELLO = clip('en_hello.wav');
const MICROPHONE = 'button:has(svg.lucide-mic)';

/** Gives the page a microphone that says the clip again and again: no engine but Chromium has one that tests can fill. */
const plugIn = (engine: BrowserEngine) =>
  engine.run(async ({ base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
      configurable: true,
      value: async () => {
        const context = new AudioContext();
        await context.resume();
        const source = new AudioBufferSourceNode(context, {
          buffer: await context.decodeAudioData(bytes.slice().buffer),
          loop: true,
        });
        const into = new MediaStreamAudioDestinationNode(context);
        source.connect(into);
        source.start();
        return into.stream;
      },
    });
    // What asks a person would stop the test.
    addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  }, fileToSend(HELLO.path));

const textOf = (engine: BrowserEngine) => engine.run(() => document.body.innerText);

const press = (engine: BrowserEngine, name: string) =>
  engine.run(async (wanted: string) => {
    const find = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === wanted);
    while (!find()) await new Promise((resolve) => setTimeout(resolve, 100));
    find()?.click();
  }, name);

test('a recording whose page ends is offered at the next visit, plays, and is transcribed', async ({
  engine,
  app,
}) => {
  const canRecord = await engine.run(
    () => 'MediaRecorder' in globalThis && navigator.mediaDevices !== undefined,
  );
  test.skip(!canRecord, 'Left out: this browser records nothing.');
  await plugIn(engine);
  await engine.click(MICROPHONE);
  await expect
    .poll(() => engine.run(() => document.querySelector('[role=timer]')?.textContent ?? ''))
    .toMatch(/^0:(0[89]|[1-5])/);
  await engine.open(app.url);
  await expect.poll(() => textOf(engine)).toContain('This recording was interrupted.');
  // As our own reader sees it, and as the browser plays it.
  await press(engine, 'Play');
  await expect
    .poll(() => engine.run(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThan(0.5);
  await press(engine, 'Transcribe');
  await expect
    .poll(() => engine.run(() => document.querySelector('ol[aria-label=Transcript]')?.textContent ?? ''))
    .toContain('Hello');
  await expect.poll(() => textOf(engine)).not.toContain('This recording was interrupted.');
});
