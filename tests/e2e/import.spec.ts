import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { TranscriptJson } from '../../src/contract/transcripts/transcript-json.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { choose, panel } from './open-editor.ts';
import { call, transcribe } from './page-service.ts';
import { test } from './test.ts';

const SRT = `1
00:00:00,200 --> 00:00:02,400
ADA: Hello, my name is
Joan Smith.

2
00:00:02,500 --> 00:00:04,000
BEN: Where is the train?
`;

const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

const read = (page: Page, id: string, query = '') =>
  call<TranscriptJson>(page, { method: 'GET', path: `/v2/pre-recorded/${id}/transcript${query}` });

test.describe('importing a transcript', () => {
  test('puts the captions of another program beside a recording; a broken cue is left out, and a broken file changes nothing', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const job = await transcribe(app, clip('en_hello.wav').path);
    await app.goto(`/#/jobs/${job.id}`);
    await choose(app, 'More', 'Import a transcript');
    const dialog = app.getByRole('dialog', { name: 'Import a transcript' });
    await dialog.getByLabel('File').setInputFiles(file('talk.srt', 'No line of times is here.'));
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      /^“talk\.srt” cannot be imported: it has no line of times .*[^.]\. Nothing was changed\.$/,
    );
    expect((await new AxeBuilder({ page: app }).include('dialog').analyze()).violations).toEqual([]);
    expect((await read(app, job.id)).body).toMatchObject({ revision: 0, imported: null });

    const broken = `${SRT}\n3\n00:99:00,000 --> 00:99:01,000\nLost\n`;
    await dialog.getByLabel('File').setInputFiles(file('talk.srt', broken));
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog).toBeHidden();
    await expect(app.getByText(/^Imported from talk\.srt\. \d+% of its words were recognised/)).toBeVisible();
    await expect(app.getByText('Joan Smith.')).toBeVisible();
    await app.getByText('What was mended in the file or left out of it').click();
    await expect(
      app.getByText(/^Line 11: “00:99:00,000 .*” is no pair of times, and its cue was left out\.$/),
    ).toBeVisible();
    const { body } = await read(app, job.id, '?names=true');
    expect(body).toMatchObject({ revision: 1, imported: { aligned: true } });
    // "Hello" was said where it was recognised, and not where its cue begins.
    const first = (all: readonly { words: { start: number }[] }[] = []) => all[0]?.words[0]?.start ?? 0;
    const heard = first(job.result?.transcription?.utterances);
    expect(first(body.utterances)).toBeCloseTo(Math.max(0.2, heard), 2);
    const srt = await app.evaluate(async (id) => {
      const { transcript } = await import(/* @vite-ignore */ `${location.origin}/earshot.js`);
      return transcript(id, { format: 'srt', names: true, speakers: true });
    }, job.id);
    expect(srt).toBe(SRT);

    await app.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.getByRole('button', { name: 'Copy the text' }).click();
    await expect(app.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await app.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return Promise.all(
        ['text/plain', 'text/html'].map(async (type) => (await item?.getType(type))?.text()),
      );
    });
    expect(copied[0]).toBe('ADA: Hello, my name is Joan Smith.\n\nBEN: Where is the train?');
    expect(copied[1]).toContain('<strong>BEN:</strong> Where is the train?');

    await app.getByRole('button', { name: 'Edit', exact: true }).click();
    const versions = await panel(app, 'Versions');
    await expect(versions.getByText('Before importing talk.srt')).toBeVisible();
    await app.getByRole('button', { name: 'Done' }).click();
  });

  test('asks which column is which of a file that nothing is known of, by keyboard, and remembers and shares the answers', async ({
    app,
  }) => {
    const turn = (who: string, at: number, text: string) =>
      `<turn who="${who}" at="${at}"><said>${text}</said></turn>`;
    const log = (...turns: string[]) =>
      file('studio.xml', `<?xml version="1.0"?><log>${turns.join('')}</log>`);
    const job = await transcribe(app, clip('en_hello.wav').path);
    await app.setViewportSize({ width: 375, height: 700 });
    await app.goto(`/#/jobs/${job.id}`);
    await choose(app, 'More', 'Import a transcript');
    const dialog = app.getByRole('dialog', { name: 'Import a transcript' });
    await dialog
      .getByLabel('File', { exact: true })
      .setInputFiles(log(turn('Ada', 0, 'Hello all.'), turn('Ben', 2, 'So.')));
    await dialog.getByRole('button', { name: 'Import' }).press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('an XML file of another kind');
    await expect(dialog.getByRole('region', { name: 'First rows of the file' })).toContainText('Hello all.');
    expect((await new AxeBuilder({ page: app }).include('dialog').analyze()).violations).toEqual([]);
    await dialog.getByRole('button', { name: 'Import' }).press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Choose the column of the text first.');

    await dialog.getByLabel('Time at which it is said').focus();
    await app.keyboard.type('at');
    await app.keyboard.press('Tab');
    await app.keyboard.type('who');
    await app.keyboard.press('Tab');
    await app.keyboard.type('said');
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await dialog.getByLabel('Name of this kind of file').fill('Studio');
    await app.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const passages = async () =>
      (await read(app, job.id, '?names=true')).body.utterances?.map(({ start, speaker, text }) => [
        start,
        speaker,
        text,
      ]);
    expect(await passages()).toHaveLength(2);

    await choose(app, 'More', 'Import a transcript');
    await dialog
      .getByLabel('File', { exact: true })
      .setInputFiles(log(turn('Eve', 1, 'Read at once.'), turn('Ada', 3, 'Yes.')));
    await dialog.getByRole('button', { name: 'Import' }).press('Enter');
    await expect(dialog).toBeHidden();
    expect(JSON.stringify(await passages())).toContain('Read at once.');

    await app.goto('/#/');
    await app.getByRole('button', { name: 'Settings' }).click();
    const settings = app.getByRole('dialog', { name: 'Settings' });
    const saving = app.waitForEvent('download');
    await settings.getByRole('button', { name: 'Save as a file' }).click();
    const shared = readFileSync(await (await saving).path(), 'utf8');
    expect(JSON.parse(shared)).toMatchObject([{ program: 'Studio', reader: 'trees' }]);
    await settings.getByRole('button', { name: 'Delete Studio' }).click();
    await expect(settings.getByText('Studio', { exact: true })).toBeHidden();
    await settings.getByLabel('Add from a file').setInputFiles(file('import-mappings.json', shared));
    await expect(settings.getByText('Studio', { exact: true })).toBeVisible();
    await app.keyboard.press('Escape');
    await app.setViewportSize({ width: 1280, height: 720 });
  });

  test('is offered where recordings are chosen: a file of the same name comes with its recording', {
    tag: THOROUGH,
  }, async ({ app }) => {
    await app.goto('/#/');
    await app.getByLabel('Recordings to transcribe').setInputFiles([file('alone.vtt', 'WEBVTT\n')]);
    await expect(app.getByText('alone.vtt needs a recording of the same name.')).toBeVisible();
    await app
      .getByLabel('Recordings to transcribe')
      .setInputFiles([
        { ...file('talk.wav', ''), buffer: readFileSync(clip('en_hello.wav').path) },
        file('talk.en.srt', SRT),
      ]);
    await expect(app.getByText(/^Imported from talk\.en\.srt\./)).toBeVisible({ timeout: 60_000 });
    await expect(app.getByText('Joan Smith.')).toBeVisible();
    const id = /jobs\/([\w-]+)/.exec(app.url())?.[1] ?? '';
    expect((await read(app, id)).body).toMatchObject({ imported: { aligned: true, name: 'talk.en.srt' } });
  });
});
