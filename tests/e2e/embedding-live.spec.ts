import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { allow, openHost } from './embedding/embedding-page.ts';
import { type EmbeddingSite, startEmbeddingSite } from './embedding/embedding-site.ts';
import { setFrameStorage } from './embedding/profile.ts';
import { deleteProfile, launchWithMicrophone, newProfile } from './own-profile.ts';
import { test } from './test.ts';

const HELLO = clip('en_hello.wav');
const HEADER_BYTES = 44;
/** Samples of a mono recording of 16 bits. */
const SOUND = readFileSync(HELLO.path).subarray(HEADER_BYTES).toString('base64');
const RATE = readFileSync(HELLO.path).readUInt32LE(24);

let site: EmbeddingSite;
let profile: string;
let context: BrowserContext;

test.beforeEach(async () => {
  site = await startEmbeddingSite(APP_WITH_MODELS);
  profile = newProfile();
  setFrameStorage(profile, 'allowed');
  context = await launchWithMicrophone(profile, HELLO.path);
});
test.afterEach(async () => {
  await context.close();
  await deleteProfile(profile);
  await site.close();
});

/** A page of another site whose frame may use the microphone, or not. */
async function connected({ microphone }: { microphone: boolean }): Promise<Page> {
  const page = await context.newPage();
  await openHost(page, site.page('127.0.0.1'));
  const connecting = page.evaluate(async (microphone) => {
    window.stt = await window.connect({ src: window.app, microphone });
  }, microphone);
  await Promise.race([connecting, allow(page)]);
  await connecting;
  return page;
}

const textOf = (page: Page, id: string): Promise<string | null> =>
  page.evaluate(async (id) => {
    const { status, result } = await window.stt.get(id);
    return status === 'done' ? (result?.transcription?.full_transcript ?? '') : null;
  }, id);

test('what a page of another site is told by its microphone, while it is spoken, becomes a job of its own', {
  tag: THOROUGH,
}, async () => {
  const page = await connected({ microphone: true });
  const { id, texts } = await page.evaluate(async () => {
    const texts: string[] = [];
    const problems: string[] = [];
    const session = await window.stt.live({
      onText: (text) => texts.push(text),
      onProblem: (reason) => problems.push(reason),
    });
    while (texts.length === 0 && problems.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 200));
    await session.stop();
    return { id: session.id, texts, problems };
  });
  // The microphone begins anywhere in the clip, and says it without a pause.
  expect(texts.join(' ')).toMatch(/john smith/i);
  await expect.poll(() => textOf(page, id), { timeout: 120_000 }).toMatch(/john smith/i);
});

test('sound that a page sends itself is recognised, and is kept as a job where the page ends in the middle', {
  tag: THOROUGH,
}, async () => {
  const page = await connected({ microphone: false });
  const send = (page: Page, end: boolean) =>
    page.evaluate(
      async ({ sound, rate, end }) => {
        const acknowledged: number[] = [];
        const texts: string[] = [];
        const session = await window.stt.live({
          source: 'samples',
          request: { sample_rate: rate === 16000 ? 16000 : 8000, language_config: { languages: ['en'] } },
          onText: (text) => texts.push(text),
          onMessage: (message) => {
            if (message.type === 'audio_chunk' && message.data) acknowledged.push(message.data.byte_range[1]);
          },
        });
        const bytes = Uint8Array.from(atob(sound), (character) => character.charCodeAt(0));
        for (let at = 0; at < bytes.length; at += 3200) session.send(bytes.subarray(at, at + 3200));
        while (acknowledged.at(-1) !== bytes.length) await new Promise((resolve) => setTimeout(resolve, 50));
        if (end) await session.stop();
        return { id: session.id, text: texts.join(' ') };
      },
      { sound: SOUND, rate: RATE, end },
    );
  const whole = await send(page, true);
  expect(whole.text).toBe(HELLO.text);
  await expect.poll(() => textOf(page, whole.id), { timeout: 120_000 }).toBe(HELLO.text);

  const { id } = await send(page, false);
  await page.close();
  const later = await connected({ microphone: false });
  await expect.poll(() => textOf(later, id).catch(() => null), { timeout: 120_000 }).toBe(HELLO.text);

  const refused = await later.evaluate(async () => {
    const onText = () => undefined;
    const reasonOf = (error: unknown) =>
      error instanceof window.SpeechError ? error.message : String(error);
    return {
      microphone: await window.stt.live({ onText }).catch(reasonOf),
      screen: await window.stt.live({ source: 'screen', onText }).catch(reasonOf),
    };
  });
  expect(refused).toEqual({
    microphone: 'The frame may not use the microphone. Connect with microphone: true.',
    screen: expect.stringMatching(/^A frame cannot ask for the sound of a tab/),
  });
});
