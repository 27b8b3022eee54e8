import { expect, type Page } from '@playwright/test';
import type { TranscriptJson } from '../../src/contract/transcripts/transcript-json.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { choose, openEditor, panel, paragraph, saved, selectText, textOf } from './open-editor.ts';
import { call, transcribe } from './page-service.ts';
import { test } from './test.ts';

/** The recording that most tests below correct: a minute is recognised once. */
let minute: Promise<string> | null = null;

const recognised = (page: Page): Promise<string> =>
  (minute ??= transcribe(page, clip('en_60s.flac').path).then(({ id }) => id));

async function _openMinute(page: Page): Promise<string> {
  const id = await recognised(page);
  // The player begins anew.
  await page.goto('/#/');
  await expect(page.getByRole('region', { name: 'Player' })).toHaveCount(0);
  await page.goto(`/#/jobs/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(paragraph(page)).toContainText('Where your');
  return id;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const _selected = (page: Page) => page.evaluate(() => String(getSelection()));

/** Makes the recogniser unsure of each place of the first word that is there twice: of no word of this recording it is so by itself. */
async function _doubtOneWord(page: Page): Promise<void> {
  const path = `/v2/pre-recorded/${await recognised(page)}/transcript`;
  const { body } = await call<TranscriptJson>(page, { method: 'GET', path });
  const words = (body.utterances ?? []).flatMap((utterance) => utterance.words);
  const doubted = words.find(({ word }, at) =>
    words.some((other, place) => place > at && plain(other.word) === plain(word) && plain(word).length > 3),
  );
  const named = words.filter(({ word }) => plain(word) === plain(doubted?.word ?? ''));
  for (const word of named) word.confidence = 0.4;
  const headers = { 'content-type': 'application/json' };
  const { status } = await call(page, { method: 'POST', path, headers, body: { json: body } });
  expect(status).toBe(200);
}

async function _wordsOf(page: Page, id: string) {
  const path = `/v2/pre-recorded/${id}/transcript`;
  const { body } = await call<TranscriptJson>(page, { method: 'GET', path });
  return (body.utterances ?? []).flatMap(({ words }) => words);
}
const plain = (word: string) => word.replaceAll(/[^\p{L}]/gu, '').toLowerCase();

test('chapters are suggested by the language model, taken and undone; highlights are quoted; an answer cites where it is said', {
  tag: THOROUGH,
}, async ({ app }) => {
  const id = await openEditor(app);
  const side = app.getByRole('region', { name: 'Side panel' });
  const chapter = side.getByLabel('Title of the chapter at 0:00');
  await selectText(app, 'John Smith');
  await app.keyboard.press('Alt+h');
  await panel(app, 'Notes');
  await expect(side.locator('q')).toHaveText('John Smith.');
  await panel(app, 'Chapters');
  await button(app, 'Suggest chapters').click();
  // What the miniature writes wherever it is asked for something else than it learnt.
  await expect(chapter).toHaveValue('I am only a toy model');
  await choose(app, 'More', 'Undo');
  await expect(button(app, 'Suggest chapters')).toBeVisible();
  await expect(chapter).toHaveCount(0);
  await choose(app, 'More', 'Redo');
  await app.keyboard.press('Control+s');
  await saved(app);
  expect(await textOf(app, id, 'md')).toContain('# I am only a toy model');

  await panel(app, 'Ask');
  await side.getByLabel('Ask about the recording', { exact: true }).fill('Who speaks?');
  await side.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(side.getByText('John Smith', { exact: true })).toBeVisible();
  await side.getByRole('button', { name: /^Play from 0:0\d: .*John Smith/ }).click();
  await expect(button(app, 'Pause')).toBeVisible();
  await button(app, 'Pause').click();
  await button(app, 'Done').click();
});
