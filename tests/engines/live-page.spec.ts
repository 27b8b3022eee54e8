import { clip } from '../e2e/clips.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { leaveUnasked, plugIn } from './microphone.ts';

const HELLO = clip('en_hello.wav');

const textOf = (engine: BrowserEngine) => engine.run(() => document.body.innerText);

/** Presses the button of this name. */
const press = (engine: BrowserEngine, name: string) =>
  engine.run((wanted) => {
    const buttons = [...document.querySelectorAll('button')];
    const button = buttons.find((one) => (one.ariaLabel ?? one.innerText).trim().startsWith(wanted));
    if (!button) throw new Error(`There is no ${wanted} among ${buttons.map((one) => one.innerText)}.`);
    button.click();
  }, name);

/** Starts a session into which the clip is spoken, unless `speaks` is false; skips the test where nothing can be captured. */
async function start(engine: BrowserEngine, speaks = true): Promise<void> {
  const canCapture = await engine.run(
    () => 'AudioWorkletNode' in globalThis && navigator.mediaDevices !== undefined,
  );
  test.skip(!canCapture, 'Left out: this browser captures nothing.');
  await leaveUnasked(engine);
  await engine.click('a[href="#/live"]');
  await expect.poll(() => textOf(engine)).toContain('The text appears while you speak.');
  // After a click, so that the browser lets it.
  const runs = await engine.run(async () => {
    const context = new AudioContext();
    await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 3000))]);
    const { state } = context;
    await context.close();
    return state === 'running';
  });
  test.skip(!runs, 'Left out: without a sound card, this browser starts no audio thread.');
  if (speaks) await plugIn(engine, HELLO.path);
  await engine.click('section.live button.primary');
  await expect
    .poll(() => engine.run(() => document.querySelector('[role=timer]')?.textContent ?? ''))
    .toMatch(/^0:(0[6-9]|[1-5])/);
}

test('a live session captures sound at the rate the browser allows; a page that ends leaves it, and the next visit offers it', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  // Firefox has a microphone of its own, which hums.
  const speaks = engine.name !== 'firefox';
  await start(engine, speaks);
  const levels = await engine.run(() => document.querySelectorAll('.level').length);
  expect(levels).toBe(1);
  if (speaks) await expect.poll(() => textOf(engine), { timeout: 120_000 }).toMatch(/hello/i);
  await engine.open(app.url);
  await expect.poll(() => textOf(engine)).toContain('This recording was interrupted.');
  // The tests behind this one have the same browser.
  await engine.click('section[aria-labelledby^=arrival] button.danger');
  await engine.click('dialog button.danger');
  await expect.poll(() => textOf(engine)).not.toContain('This recording was interrupted.');
});

test('a session is marked, read as captions and stopped, and becomes a transcript', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  await engine.open(app.url);
  await start(engine);
  await press(engine, 'Mark');
  await press(engine, 'Mark');
  await press(engine, 'Marks (2)');
  await press(engine, 'Remove the mark at');
  await expect.poll(() => textOf(engine)).toContain('Marks (1)');
  await press(engine, 'Pause');
  await expect.poll(() => textOf(engine)).toContain('Paused');
  await press(engine, 'Resume');
  await expect.poll(() => textOf(engine), { timeout: 120_000 }).toMatch(/hello/i);
  await press(engine, 'Captions');
  const captions = () =>
    engine.run(() => {
      const log = document.querySelector<HTMLElement>('[role=log][aria-label=Captions]');
      const { width = 0, right = 0 } = log?.getBoundingClientRect() ?? {};
      return { text: log?.innerText ?? '', isInside: width > 0 && right <= innerWidth };
    });
  await expect.poll(captions).toMatchObject({ isInside: true });
  await expect.poll(async () => (await captions()).text).toMatch(/hello/i);
  await press(engine, 'Stop');
  const address = () => engine.run(() => location.hash);
  await expect.poll(address, { timeout: 120_000 }).toMatch(/^#\/transcript|^#\/jobs?\//);
  await expect.poll(() => textOf(engine), { timeout: 120_000 }).toMatch(/hello/i);
});
