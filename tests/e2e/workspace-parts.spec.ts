import { expect, type Page } from '@playwright/test';
import type { TranscriptJson } from '../../src/contract/transcripts/transcript-json.ts';
import { UNSURE } from '../../src/document/words/unsure-words.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { caretAt, choose, openEditor, panel, paragraph, saved, selectText, textOf } from './open-editor.ts';
import { call, transcribe } from './page-service.ts';
import { test } from './test.ts';

/** The recording that most tests below correct: a minute is recognised once. */
let minute: Promise<string> | null = null;

const recognised = (page: Page): Promise<string> =>
  (minute ??= transcribe(page, clip('en_60s.flac').path).then(({ id }) => id));

async function openMinute(page: Page): Promise<string> {
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
const time = async (page: Page) => Number(await page.getByLabel('Position').inputValue());
const selected = (page: Page) => page.evaluate(() => String(getSelection()));

/** Makes the recogniser unsure of each place of the first word that is there twice: of no word of this recording it is so by itself. */
async function doubtOneWord(page: Page): Promise<void> {
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

async function wordsOf(page: Page, id: string) {
  const path = `/v2/pre-recorded/${id}/transcript`;
  const { body } = await call<TranscriptJson>(page, { method: 'GET', path });
  return (body.utterances ?? []).flatMap(({ words }) => words);
}
const plain = (word: string) => word.replaceAll(/[^\p{L}]/gu, '').toLowerCase();

test.describe('a minute that was really recognised', () => {
  test('unsure words are stepped through, accepted, all alike, and fixed in all their places', {
    tag: THOROUGH,
  }, async ({ app }) => {
    await doubtOneWord(app);
    const id = await openMinute(app);
    const words = await wordsOf(app, id);
    const unsure = words.filter(({ confidence }) => confidence < UNSURE).map(({ word }) => word.trim());
    const [first = ''] = unsure;
    const alike = unsure.filter((word) => plain(word) === plain(first)).length;
    const places = words.filter(({ word }) => plain(word) === plain(first)).length;
    expect(places, unsure.join(' ')).toBeGreaterThan(1);
    const count = (left: number) =>
      left > 0
        ? expect(button(app, `Unsure words (${left})`)).toBeVisible()
        : expect(button(app, /^Unsure words/)).toHaveCount(0);

    await choose(app, 'More', `Unsure words (${unsure.length})`);
    for (const word of [...unsure, first]) {
      await app.keyboard.press('F8');
      await expect.poll(() => selected(app)).toBe(word);
    }
    await app.keyboard.press('Alt+a');
    await count(unsure.length - 1);
    await app.keyboard.press('Control+z');
    await count(unsure.length);

    await caretAt(app, first);
    await button(app, 'Accept everywhere').click();
    await count(unsure.length - alike);
    await app.keyboard.press('Control+s');
    await saved(app);
    const accepted = await wordsOf(app, id);
    expect(accepted.map(({ word }) => word)).toEqual(words.map(({ word }) => word));
    expect(accepted.filter(({ word }) => plain(word) === plain(first) && word !== '')).toHaveLength(places);
    expect(accepted.filter(({ confidence }) => confidence < UNSURE)).toHaveLength(unsure.length - alike);
    await choose(app, 'More', 'Undo');
    await count(unsure.length);

    await caretAt(app, first);
    await expect(async () => {
      await app.keyboard.press('F8');
      expect(await selected(app)).toBe(first);
    }).toPass();
    await button(app, 'Fix everywhere').click();
    await expect(app.getByText(new RegExp(`^\\d of ${places}$`))).toBeVisible();
    await expect(app.getByLabel('Replace by')).toBeFocused();
    await app.keyboard.type('Giovanni');
    await button(app, 'Replace all').click();
    await count(unsure.length - alike);
    await app.keyboard.press('Control+s');
    await saved(app);
    const fixed = await wordsOf(app, id);
    expect(fixed.filter(({ word }) => plain(word) === plain(first))).toEqual([]);
    const written = fixed.filter(({ word }) => plain(word) === 'giovanni');
    expect(written.map(({ confidence }) => confidence)).toEqual(Array(places).fill(1));
    expect(fixed.map(({ start, end }) => [start, end])).toEqual(words.map(({ start, end }) => [start, end]));
    await button(app, 'Close the search').click();
    await choose(app, 'More', 'Undo');
    await count(unsure.length);
    await button(app, 'Done').click();
  });

  test('speakers are renamed everywhere, given the selected words, heard, and made one person', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const id = await openMinute(app);
    const dialog = app.getByRole('dialog');
    const named = (name: string) => button(app, `Speaker: ${name}. Change`);
    await caretAt(app, 'Night six');
    await app.keyboard.press('Enter');
    const paragraphs = await app.locator('[data-paragraph]').count();
    await app.keyboard.press('Alt+s');
    await dialog.getByLabel('New speaker').fill('Ada');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await named('Ada').first().click();
    await dialog.getByLabel('Name of Ada, everywhere').fill('Ada Lovelace');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(named('Ada Lovelace')).not.toHaveCount(0);
    await expect(named('Ada')).toHaveCount(0);

    await selectText(app, 'Three Emma');
    await app.keyboard.press('Alt+s');
    await dialog.getByLabel('Only the selected words').check();
    await dialog.getByLabel('New speaker').fill('Ben');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(named('Ben')).toHaveCount(1);
    await expect(app.locator('[data-paragraph]')).toHaveCount(paragraphs + 2);

    const speakers = await panel(app, 'Speakers');
    await speakers.getByRole('button', { name: /^Play Ben at / }).click();
    await expect.poll(() => time(app)).toBeGreaterThan(2);
    await button(app, 'Pause').click();
    await app.keyboard.press('Control+s');
    await saved(app);
    expect(await textOf(app, id)).toMatch(/^Ben: Three Emma$/m);
    expect(await textOf(app, id, 'vtt')).toContain('<v Ada Lovelace>');

    await named('Ben').click();
    await dialog.getByRole('button', { name: 'Ada Lovelace' }).last().click();
    await expect(named('Ben')).toHaveCount(0);
    await app.keyboard.press('Control+s');
    await saved(app);
    expect(await textOf(app, id)).toMatch(/^Ada Lovelace: Three Emma/m);
    expect(await textOf(app, id)).not.toContain('Ben');
    await button(app, 'Done').click();
  });

  test('captions are split, joined, set in time, dragged, shifted and follow again', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const id = await openMinute(app);
    await choose(app, 'More', 'Captions');
    const follows = app.getByLabel('Captions follow the transcript');
    await expect(follows).toBeChecked();
    const text = (number: number) => app.getByLabel(`Text of caption ${number}`, { exact: true });
    const rows = async () => app.getByRole('grid', { name: 'Captions' }).getAttribute('aria-rowcount');
    const before = Number(await rows());
    const whole = await text(1).inputValue();
    await text(1).focus();
    await app.keyboard.press('Control+Home');
    await app.keyboard.press('Control+ArrowRight');
    await app.keyboard.press('Alt+t');
    await expect.poll(rows).toBe(String(before + 1));
    await expect(follows).not.toBeChecked();
    expect(`${await text(1).inputValue()} ${await text(2).inputValue()}`.replaceAll(/\s+/gu, ' ')).toBe(
      whole.replaceAll(/\s+/gu, ' '),
    );
    await text(1).focus();
    await app.keyboard.press('Alt+m');
    await expect.poll(rows).toBe(String(before));

    const end = app.getByLabel('End of caption 2', { exact: true });
    const start = await end.inputValue();
    await end.focus();
    await app.keyboard.press('ArrowDown');
    await expect(end).not.toHaveValue(start);
    const set = await end.inputValue();
    const cue = await app.getByRole('row', { name: 'Caption 2', exact: true }).getAttribute('data-cue');
    const grip = await app.locator(`[data-grip="${cue}-end"]`).boundingBox();
    if (!grip) throw new Error('There is no edge on the waveform.');
    await app.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await app.mouse.down();
    await app.mouse.move(grip.x + grip.width / 2 - 8, grip.y + grip.height / 2, { steps: 4 });
    await app.mouse.up();
    await expect(end).not.toHaveValue(set);

    const third = app.getByLabel('Start of caption 3', { exact: true });
    const was = await third.inputValue();
    await app.getByRole('spinbutton', { name: 'Seconds' }).fill('1');
    await text(2).focus();
    await button(app, 'Shift from caption 2 on').click();
    await expect(third).not.toHaveValue(was);
    await button(app, 'Undo').click();
    await expect(third).toHaveValue(was);
    await app.getByText('Style in the player').click();
    await app.getByLabel('Size').selectOption('Large');
    await expect(app.getByRole('img', { name: 'Preview of the captions' })).toHaveClass(/large/);
    await app.keyboard.press('Control+s');
    await saved(app);
    const stamp = /0:(\d+)[.](\d+)/.exec(await end.inputValue());
    expect(await textOf(app, id, 'srt')).toContain(`--> 00:00:${stamp?.[1]},${stamp?.[2]}`);
    await follows.check();
    await choose(app, 'More', 'Text');
    await button(app, 'Done').click();
  });

  test('the player: Space after clicks, skips, speed, a part of the waveform, a pedal, following, its keys on “?”', {
    tag: THOROUGH,
  }, async ({ app }) => {
    await openMinute(app);
    const playing = () => expect(button(app, 'Pause')).toBeVisible();
    const paused = () => expect(button(app, 'Play')).toBeVisible();
    await button(app, 'Ahead 5 seconds').click();
    await button(app, 'Ahead 5 seconds').click();
    await expect.poll(() => time(app)).toBeCloseTo(10, 0);
    await button(app, 'Back 5 seconds').click();
    await expect.poll(() => time(app)).toBeCloseTo(5, 0);
    for (let n = 0; n < 2; n++) {
      await app.keyboard.press(' ');
      await playing();
      await app.keyboard.press(' ');
      await paused();
    }
    expect(await time(app)).toBeGreaterThan(3);
    await app.getByLabel('Speed').selectOption('0.5');
    await caretAt(app, 'Where');
    await app.keyboard.down('F4');
    await playing();
    await app.keyboard.up('F4');
    await paused();
    await app.getByLabel('Speed').selectOption('1');

    const wave = await app.locator('.waveform svg').boundingBox();
    if (!wave) throw new Error('There is no waveform.');
    await app.mouse.move(wave.x + wave.width * 0.5, wave.y + 8);
    await app.mouse.down();
    await app.mouse.move(wave.x + wave.width * 0.55, wave.y + 8, { steps: 4 });
    await app.mouse.up();
    await button(app, /^Loop 0:3[12] to 0:3[45]$/).click();
    await expect.poll(() => time(app)).toBeGreaterThan(31);
    await button(app, 'Pause').click();
    await app.getByLabel('Position').press('+');
    await button(app, 'Show all').click();
    await expect(button(app, 'Show all')).toHaveCount(0);

    const size = app.viewportSize() ?? { width: 1280, height: 720 };
    // Too low for the first and the last paragraph at once, whatever the fonts.
    await app.setViewportSize({ width: 420, height: 360 });
    // Nothing is followed behind the end of the recording.
    await app.getByLabel('Speed').selectOption('0.5');
    await button(app, /^Play from 0:5\d$/).click();
    const back = button(app, /^Return to playback/);
    await expect.poll(() => app.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(back).toHaveCount(0);
    // What the page scrolled itself must not count as somebody's scrolling.
    await app.waitForTimeout(500);
    await app.evaluate(() => scrollTo(0, 0));
    await back.click();
    await expect.poll(() => app.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(back).toHaveCount(0);
    await button(app, 'Pause').click();
    await app.setViewportSize(size);
    await app.keyboard.press('Escape');
    await app.keyboard.press('Shift+?');
    await expect(app.getByRole('dialog', { name: 'Keys' })).toContainText('Loop the selection');
    await app.keyboard.press('Escape');
    await button(app, 'Done').click();
  });
});

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
