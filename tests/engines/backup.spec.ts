import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { clip } from '../e2e/clips.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { leaveUnasked, plugIn } from './microphone.ts';
import { call, fileToSend, transcribe } from './page-tasks.ts';

const HELLO = clip('en_hello.wav');

/** Presses the button with this text or label, once it is there. */
const press = (engine: BrowserEngine, name: string) =>
  engine.run(async (wanted: string) => {
    const find = () =>
      [...document.querySelectorAll<HTMLElement>('button, a')].find(
        (button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim() === wanted,
      );
    while (!find()) await new Promise((resolve) => setTimeout(resolve, 100));
    find()?.click();
  }, name);

const text = (engine: BrowserEngine) => engine.run(() => document.body.innerText);

/** What would be downloaded is kept in the page. */
const keepDownloads = (engine: BrowserEngine) =>
  engine.run(() => {
    Object.assign(globalThis, { showSaveFilePicker: undefined });
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (made: Blob) => {
      if (made.type.includes('zip')) Object.assign(globalThis, { archive: made });
      return make(made);
    };
    HTMLAnchorElement.prototype.click = () => undefined;
  });

const restore = (engine: BrowserEngine) =>
  engine.run(async () => {
    const given = new DataTransfer();
    given.items.add(new File([Reflect.get(globalThis, 'archive')], 'backup.zip'));
    const input = document.querySelector<HTMLInputElement>('input[accept*=zip]');
    if (!input) throw new Error('There is no way to restore.');
    input.files = given.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });

const recordings = async (engine: BrowserEngine) => {
  const { body } = await call(engine, 'GET', '/v2/pre-recorded');
  return (body as unknown as { items: PreRecordedJob[] }).items.filter(({ file }) =>
    file?.filename?.startsWith('Recording'),
  );
};

test('a recording goes on while another one is deleted and a backup brings that back', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  const { id } = await transcribe(engine, fileToSend(HELLO.path));
  const corrected = () =>
    engine.run(async (job: string) => {
      const { transcript } = await import(`${location.origin}/earshot.js`);
      return String(await transcript(job, { format: 'txt' })).trim();
    }, id);
  await engine.run(async (job: string) => {
    const { key } = await import(`${location.origin}/earshot.js`);
    const headers = { 'x-service-key': await key(), 'content-type': 'text/plain' };
    await fetch(`/v2/pre-recorded/${job}/transcript`, { method: 'POST', headers, body: 'As corrected.' });
  }, id);
  await engine.open(app.url);
  await keepDownloads(engine);
  const canRecord = await engine.run(
    () => 'MediaRecorder' in globalThis && navigator.mediaDevices !== undefined,
  );
  const before = canRecord ? (await recordings(engine)).length : 0;
  if (canRecord) {
    if (engine.name !== 'firefox') await plugIn(engine, HELLO.path);
    await leaveUnasked(engine);
    // A driver's click, as of a person: otherwise WebKit plays nothing.
    await engine.click('button:has(svg.lucide-mic)');
    await expect
      .poll(() => engine.run(() => document.querySelector('[role=timer]')?.textContent ?? ''))
      .toMatch(/^0:0[2-9]/);
  }
  await press(engine, 'Settings');
  await press(engine, 'Back up everything');
  await expect.poll(() => engine.run(() => Reflect.has(globalThis, 'archive'))).toBe(true);
  expect((await call(engine, 'DELETE', `/v2/pre-recorded/${id}`)).status).toBe(202);
  expect((await call(engine, 'GET', `/v2/pre-recorded/${id}`)).status).toBe(404);
  await restore(engine);
  await expect.poll(() => text(engine)).toMatch(/Restored \d+ transcript/);
  expect(await corrected()).toBe('As corrected.');
  // Nothing is overwritten or doubled.
  await restore(engine);
  await expect.poll(() => text(engine)).toContain('Restored 0 transcripts and 0 recordings.');
  await press(engine, 'Close');
  if (!canRecord) return;
  await press(engine, 'Stop and transcribe');
  await expect
    .poll(async () => (await recordings(engine)).slice(before).map(({ status }) => status))
    .toEqual(['done']);
  await engine.open(app.url);
  expect(await text(engine)).not.toContain('This recording was interrupted.');
});
