import { clip } from '../e2e/clips.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { leaveUnasked, plugIn } from './microphone.ts';

const HELLO = clip('en_hello.wav');

const textOf = (engine: BrowserEngine) => engine.run(() => document.body.innerText);

test('a live session captures sound at the rate the browser allows; a page that ends leaves it, and the next visit offers it', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  const canCapture = await engine.run(
    () => 'AudioWorkletNode' in globalThis && navigator.mediaDevices !== undefined,
  );
  test.skip(!canCapture, 'Left out: this browser captures nothing.');
  const speaks = engine.name !== 'firefox';
  if (speaks) await plugIn(engine, HELLO.path);
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
  await engine.click('section.live button.primary');
  await expect
    .poll(() => engine.run(() => document.querySelector('[role=timer]')?.textContent ?? ''))
    .toMatch(/^0:(0[6-9]|[1-5])/);
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
