import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { clip } from '../e2e/clips.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { leaveUnasked, plugIn } from './microphone.ts';

const HELLO = clip('en_hello.wav');
const MICROPHONE = 'button:has(svg.lucide-mic)';

const textOf = (engine: BrowserEngine) => engine.run(() => document.body.innerText);

const press = (engine: BrowserEngine, name: string) =>
  engine.run(async (wanted: string) => {
    const find = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === wanted);
    while (!find()) await new Promise((resolve) => setTimeout(resolve, 100));
    find()?.click();
  }, name);

test('a recording whose page ends is offered at the next visit, plays, and is transcribed', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  const canRecord = await engine.run(
    () => 'MediaRecorder' in globalThis && navigator.mediaDevices !== undefined,
  );
  test.skip(!canRecord, 'Left out: this browser records nothing.');
  const speaks = engine.name !== 'firefox';
  if (speaks) await plugIn(engine, HELLO.path);
  await leaveUnasked(engine);
  await engine.click(MICROPHONE);
  await expect
    .poll(() => engine.run(() => document.querySelector('[role=timer]')?.textContent ?? ''))
    .toMatch(/^0:(0[89]|[1-5])/);
  await engine.open(app.url);
  await expect.poll(() => textOf(engine)).toContain('This recording was interrupted.');
  await engine.click('section[aria-labelledby^=arrival] button:not(.primary)');
  // Muted: these machines have no sound card.
  const played = await engine.run(async () => {
    const find = () => document.querySelector<HTMLAudioElement>('section audio')?.src;
    while (!find()) await new Promise((resolve) => setTimeout(resolve, 100));
    const audio = Object.assign(new Audio(find()), { muted: true });
    await audio.play();
    while (audio.currentTime < 0.5 && !audio.error) await new Promise((resolve) => setTimeout(resolve, 100));
    return audio.error?.message ?? audio.currentTime;
  });
  expect(played).toBeGreaterThan(0.4);
  await press(engine, 'Transcribe');
  await expect.poll(() => textOf(engine)).not.toContain('This recording was interrupted.');
  // The newest job may be one of another test still.
  await expect
    .poll(() =>
      engine.run(async () => {
        const { key } = await import(`${location.origin}/earshot.js`);
        const response = await fetch('/v2/pre-recorded', { headers: { 'x-service-key': await key() } });
        const jobs: PreRecordedJob[] = (await response.json()).items;
        const job = jobs.find(({ file }) => file?.filename?.startsWith('Recording'));
        return `${job?.status} ${job?.result?.transcription?.full_transcript}`;
      }),
    )
    .toMatch(speaks ? /^done .*Hello/ : /^done/);
});
