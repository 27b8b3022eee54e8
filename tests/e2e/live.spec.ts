import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { PageInterface } from '../../src/client/api/page-interface.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip, shared, WITHOUT_SHARED } from './clips.ts';
import { browserForEach, secondsShown } from './microphone-browser.ts';
import { panel } from './open-editor.ts';
import { test } from './test.ts';

const browser = browserForEach();
const openPage = () => browser.openPage();

const said = (page: Page) => page.getByRole('region', { name: 'What was said' });

async function startLive(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
}

// By day in parts: tests/browser/live/live-view.test.ts and capture.test.ts, tests/contract/live-text-kept.test.ts, and the built app's
// sessions in tests/package/gateway-live.test.ts and tests/engines/live.spec.ts.
test('words appear while they are spoken; after stop the session is a job, with the marks and corrections made meanwhile', {
  tag: THOROUGH,
}, async () => {
  const page = await openPage();
  await startLive(page);
  await expect(said(page)).toContainText(/hello/i, { timeout: 120_000 });
  const [second] = [await browser.context.newPage()];
  await second.goto('/#/captions');
  await page.getByRole('button', { name: 'Mark', exact: true }).click();
  await expect(second.getByRole('log')).toContainText(/hello/i, { timeout: 60_000 });
  await second.close();
  const correct = page.getByRole('button', { name: /^Correct what was said/ }).first();
  await correct.click();
  await page.getByRole('textbox', { name: /^What was said/ }).fill('Halloo there');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Halloo there');
  // The microphone says it once more: what nobody corrected is looked for in the transcript.
  await expect(said(page)).toContainText(/halloo there[\s\S]*hello/i, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page).toHaveURL(/#\/jobs\//, { timeout: 120_000 });
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText(/hello/i, { timeout: 150_000 });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect((await panel(page, 'Notes')).getByRole('listitem').first()).toBeVisible();
  await expect((await panel(page, 'Versions')).getByText(/Live text/)).toBeVisible();
});

test('a browser that is killed in the middle of a live session loses at most one second of it, and nothing that was written', {
  tag: THOROUGH,
}, async () => {
  const page = await openPage();
  await startLive(page);
  await expect(said(page)).toContainText(/hello/i, { timeout: 120_000 });
  await page.getByRole('button', { name: 'Mark', exact: true }).click();
  await page
    .getByRole('button', { name: /^Correct what was said/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: /^What was said/ }).fill('Halloo there');
  await page.keyboard.press('Enter');
  const written = await secondsShown(page);
  await expect.poll(() => secondsShown(page)).toBeGreaterThanOrEqual(Math.max(6, written + 2));
  const shown = await secondsShown(page);

  const next = await browser.killAndStart();
  await expect(next.getByText('This recording was interrupted.')).toBeVisible();
  const stored = await next.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('earshot');
      request.onsuccess = () => resolve(request.result);
    });
    return new Promise<{ seconds: number }[]>((resolve) => {
      const request = db.transaction('arrivals').objectStore('arrivals').getAll();
      request.onsuccess = () => {
        db.close();
        resolve(request.result);
      };
    });
  });
  expect(stored).toHaveLength(1);
  // The clock shows whole seconds.
  expect(stored[0]?.seconds).toBeGreaterThanOrEqual(shown - 1);
  await next.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(next.getByRole('list', { name: 'Transcript' })).toContainText(/halloo there/i, {
    timeout: 150_000,
  });
  await next.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect((await panel(next, 'Notes')).getByRole('listitem').first()).toBeVisible();
  await expect((await panel(next, 'Versions')).getByText(/Live text/)).toBeVisible();
});

test.describe('with models for speakers', () => {
  test.skip(shared === null, WITHOUT_SHARED);

  test('two people who take turns are told apart while they speak', { tag: THOROUGH }, async () => {
    const page = await openPage();
    const dialogue = readFileSync(clip('dialogue_en.flac').path).toString('base64');
    const speakers = await page.evaluate(async (dialogue) => {
      const { live }: PageInterface = await import(`${location.origin}/earshot.js`);
      const bytes = Uint8Array.from(atob(dialogue), (character) => character.charCodeAt(0));
      const rate = 16_000;
      const context = new OfflineAudioContext(1, 1, rate);
      const sound = (await context.decodeAudioData(bytes.buffer)).getChannelData(0);
      const lines = new Map<string, { start: number; end: number; speaker: number | null }>();
      const session = await live({
        source: 'samples',
        request: { sample_rate: rate, post_processing: { diarization: true } },
        onText: () => undefined,
        onMessage(message) {
          if (message.type === 'transcript' && message.data.is_final) {
            const { start, end } = message.data.utterance;
            lines.set(message.data.id, { start, end, speaker: null });
          }
          if (message.type !== 'speakers') return;
          for (const { id, speaker } of message.data.utterances) {
            const line = lines.get(id);
            if (line) line.speaker = speaker;
          }
        },
      });
      const send = (samples: Float32Array) =>
        session.send(new Uint8Array(Int16Array.from(samples, (one) => one * 32_767).buffer));
      for (let at = 0; at < sound.length; at += rate / 10) send(sound.subarray(at, at + rate / 10));
      const all = () => [...lines.values()];
      const isTold = () =>
        all().every(({ speaker }) => speaker !== null) &&
        all().some(({ end }) => end > sound.length / rate - 3);
      // Silence follows, as long as the device needs to catch up.
      while (!isTold()) {
        send(new Float32Array(rate / 2));
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      await session.stop();
      return all()
        .toSorted((one, other) => one.start - other.start)
        .map(({ speaker }) => speaker);
    }, dialogue);
    expect(speakers.filter((speaker, at) => speaker !== speakers[at - 1])).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
  });
});
