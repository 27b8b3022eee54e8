import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { FORMAT_FILES, TRANSCRIPT_FORMATS } from '../../src/contract/transcripts/transcript-formats.ts';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { appKey, transcribe } from './page-service.ts';
import { test } from './test.ts';

const HELLO = clip('en_hello.wav');

/** An export as the built service worker gives it: a part of it is loaded for the first one. */
async function exported(app: Page, id: string, query: Record<string, string>) {
  const url = `/v2/pre-recorded/${id}/transcript?${new URLSearchParams(query)}`;
  const answer = await app.evaluate(
    async ({ address, key }) => {
      const response = await fetch(address, { headers: { 'x-service-key': key } });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: Object.fromEntries(response.headers), bytes: [...bytes] };
    },
    { address: url, key: await appKey(app) },
  );
  return { ...answer, bytes: new Uint8Array(answer.bytes) };
}

/** What is in formats without words. */
const MARKS: Record<string, string> = { rttm: 'SPEAKER en_hello.wav 1 ', chapters: '"chapters":[]' };

test('a transcript is exported in every format', { tag: THOROUGH }, async ({ app }) => {
  const { id, result } = await transcribe(app, HELLO.path);
  const words = result.transcription?.full_transcript.split(' ') ?? [];
  expect(words.length).toBeGreaterThan(0);
  for (const format of TRANSCRIPT_FORMATS) {
    const { status, headers, bytes } = await exported(app, id, { format, template: '{{text}}' });
    expect(status, format).toBe(200);
    expect(headers['content-type']).toBe(FORMAT_FILES[format].type);
    const text =
      format === 'docx'
        ? strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array())
        : strFromU8(bytes);
    expect(text, format).toContain(MARKS[format] ?? words[0] ?? '');
  }
});

test('a page plays its words, finds times by link and copies quotes', { tag: THOROUGH }, async ({
  app,
  browser,
}) => {
  const { id, result } = await transcribe(app, HELLO.path);
  const first = result.transcription?.utterances[0]?.words[0];
  const last = result.transcription?.utterances.at(-1)?.words.at(-1);
  if (!first || !last) throw new Error('The clip has no words.');
  const { bytes } = await exported(app, id, { format: 'html', audio: 'en_hello.wav', names: 'true' });
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const faults: string[] = [];
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  // A page that somebody put on a server beside its recording.
  await context.route(`${APP_WITH_MODELS}/shared/**`, (route) =>
    route.request().url().endsWith('.wav')
      ? route.fulfill({ contentType: 'audio/wav', body: readFileSync(HELLO.path) })
      : route.fulfill({ contentType: 'text/html', body: Buffer.from(bytes) }),
  );
  const address = `${APP_WITH_MODELS}/shared/talk.html`;
  await page.goto(`${address}#t=${last.start}`);
  await expect(page.locator('.found')).toHaveText(last.word.trim());
  await page.locator('[data-t]').last().click();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThanOrEqual(last.start);
  await page.evaluate(() =>
    getSelection()?.selectAllChildren(document.querySelector('section') ?? document.body),
  );
  await page.getByRole('button', { name: 'Copy quote' }).click();
  await expect(page.getByRole('status')).toHaveText('Quote copied.');
  const quote = await page.evaluate(() => navigator.clipboard.readText());
  expect(quote).toContain(`“${result.transcription?.full_transcript}”`);
  expect(quote).toContain(`${address}#t=`);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  // Printed, the page is the PDF: its text in black, without what only a screen can use.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const name of ['audio', 'button']) await expect(page.locator(name).first()).toBeHidden();
  await expect(page.locator('section').first()).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)');
  const pdf = await page.pdf();
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(faults).toEqual([]);
  await context.close();
});
