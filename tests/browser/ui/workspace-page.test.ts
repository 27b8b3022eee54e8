import { afterEach, describe, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { readCorrected, storeCorrected } from '../../../src/client/corrections/corrected-transcripts.ts';
import type { CorrectedTranscript } from '../../../src/contract/transcripts/corrected-transcript.ts';
import { documentOf } from '../../fakes/corrected-document.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { InPageService, makeDone, makeJob, makeUtterances, makeWav } from './in-page-service.ts';
import { makeVideo } from './make-video.ts';
import {
  block,
  blocks,
  button,
  choose,
  openEditor,
  openJob,
  openMenu,
  painted,
  panel,
  select,
  useEmptyDatabase,
} from './open-editor.ts';
import { renderApp } from './render-app.ts';

useEmptyDatabase();
afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(414, 896);
});

const at = () => Number((page.getByLabelText('Position').element() as HTMLInputElement).value);
const selection = () => page.getByRole('toolbar', { name: 'Selected words' });
const word = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-word]')].find((one) => one.textContent === text);
const stored = async (id: string) => (await readCorrected(id))?.document;

/** Selects words of the text that is read, as a mouse does. */
async function drag(from: string, to: string): Promise<void> {
  await expect.poll(() => word(to)).toBeTruthy();
  const [first, last] = [word(from), word(to)];
  first?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }));
  getSelection()?.setBaseAndExtent(first as Node, 0, last as Node, 1);
  last?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType: 'mouse' }));
  await expect.element(selection()).toBeVisible();
}

describe('selected words', () => {
  test('are highlighted, noted and struck while the text is read; it is saved, and stays to be read', async () => {
    const { job } = await openJob();
    await drag('good', 'morning');
    await selection().getByRole('button', { name: 'Highlight' }).click();
    const noted = () => [...document.querySelectorAll('.noted')].map(({ textContent }) => textContent);
    await expect.poll(noted).toEqual(['good', 'morning']);
    await expect.poll(async () => (await stored(job.id))?.notes.length).toBe(1);
    await drag('thank', 'you');
    await selection().getByRole('button', { name: 'Note' }).click();
    await expect.element(page.getByLabelText(/^Highlight/).last()).toHaveFocus();
    await userEvent.keyboard('for the start{Tab}');
    await expect
      .poll(async () => (await stored(job.id))?.notes.map(({ text }) => text))
      .toEqual(['', 'for the start']);
    await page.getByRole('button', { name: 'Close the side panel' }).click();
    await drag('coming', 'here');
    await selection().getByRole('button', { name: 'Remove the words' }).click();
    await expect.poll(() => word('coming')).toBeUndefined();
    expect(blocks()).toEqual([]);
    const { paragraphs } = (await stored(job.id)) ?? { paragraphs: [] };
    expect(paragraphs[0]?.words.filter(({ struck }) => struck).map(({ word: own }) => own.trim())).toEqual([
      'coming',
      'here',
    ]);
    // Nobody holds the transcript any longer.
    await expect
      .poll(async () => (await navigator.locks.query()).held?.some(({ name }) => name?.includes(job.id)))
      .toBe(false);
  });

  test('are copied as a quote with who says it and when, looped, and given to a speaker', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { job } = await openJob();
    await drag('good', 'everyone');
    await selection().getByRole('button', { name: 'Copy as a quote' }).click();
    await expect.poll(() => copied.mock.lastCall?.[0]).toBe('“good morning everyone”\n— Speaker 1, 0:01');
    await drag('good', 'everyone');
    await selection().getByRole('button', { name: 'Loop the words' }).click();
    await expect.element(button('Pause')).toBeVisible();
    await expect.poll(at).toBeGreaterThan(1.3);
    await button('Pause').click();
    await drag('good', 'everyone');
    await selection().getByRole('button', { name: 'Speaker' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Speaker 2', exact: true }).first().click();
    await expect.poll(async () => (await stored(job.id))?.paragraphs[0]?.speaker).not.toBe(undefined);
  });

  test('have the same by keys while the text is edited: Shift + F10, the arrows, Enter, and Escape back to the text', async () => {
    await openEditor();
    select(1, 'morning');
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    await expect.element(selection()).toBeVisible();
    await expect.element(button('Highlight')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => selection().query()).toBeNull();
    expect(document.activeElement).toBe(block(1));
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    await expect.element(button('Highlight')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    await expect.poll(() => painted('struck')).toEqual(['morning']);
  });
});

test('chapters and highlights are shown where they are, reading and editing', async () => {
  const { job } = await openJob();
  const document_ = documentOf({ text: 'One two three.', at: 0 }, { text: 'Four five six.', at: 10 });
  const note = {
    id: 'n1',
    kind: 'highlight',
    start: 0.5,
    end: 0.9,
    channel: null,
    text: '',
    colour: 0,
  } as const;
  const chapter = { id: 'c1', start: 9, title: 'The second part', made_by: 'hand' } as const;
  await storeCorrected(
    job.id,
    { ...document_, notes: [note], chapters: [chapter] },
    { revision: 0, document: null },
  );
  const heading = page.getByRole('heading', { name: 'The second part' });
  await expect.element(heading).toBeVisible();
  await expect.poll(() => document.querySelector('.noted')?.textContent).toBe('two');
  expect(heading.element().closest('li')?.textContent).toContain('Four five six.');
  await button('Edit').click();
  await expect.poll(() => painted('noted')).toEqual(['two']);
  expect(heading.element().closest('li')?.textContent).toContain('Four five six.');
});

test('names, notes and versions are there before anything was corrected, and a question keeps its answer', async () => {
  const { job, service } = await openJob();
  const speakers = await panel('Speakers');
  await speakers.getByLabelText('Speaker 1', { exact: true }).fill('Ada');
  await userEvent.keyboard('{Tab}');
  await expect.poll(async () => (await stored(job.id))?.speakers[0]?.name).toBe('Ada');
  await expect.poll(() => document.querySelector('[data-utterance="0"] .voice')?.textContent).toBe('Ada');
  const chapters = await panel('Chapters');
  await chapters.getByLabelText('Title of the new chapter').fill('Greetings');
  await button(/^Add chapter/).click();
  await expect.element(page.getByRole('heading', { name: 'Greetings' })).toBeInTheDocument();
  await panel('Versions');
  await button('Keep this state').click();
  await expect.element(page.getByText(/^Kept by hand/)).toBeVisible();
  const ask = await panel('Ask');
  await ask.getByLabelText('Ask about the recording').fill('Who greets?');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => JSON.stringify(service.bodies)).toContain('Who greets?');
  expect(blocks()).toEqual([]);
});

describe('by the keyboard', () => {
  test('opening a recording leads to its text, and so does the link that skips', async () => {
    const service = new InPageService();
    service.jobs = [makeDone(makeUtterances(30))];
    await page.viewport(1280, 800);
    await renderApp({ service });
    await page.getByRole('link', { name: /lecture\.mp3/ }).click();
    const list = page.getByRole('list', { name: 'Transcript' });
    await expect.element(list).toHaveFocus();
    (document.activeElement as HTMLElement).blur();
    document.querySelector<HTMLElement>('a.skip')?.click();
    await expect.element(list).toHaveFocus();
  });

  test('the text is one stop of Tab, reading and editing', async () => {
    await openJob();
    const list = page.getByRole('list', { name: 'Transcript' });
    const stops = () => {
      const all = list.element().querySelectorAll<HTMLElement>('button, [tabindex], [contenteditable]');
      return [...all].filter(({ tabIndex }) => tabIndex === 0).length;
    };
    await expect.poll(stops).toBe(1);
    await button('Edit').click();
    await expect.poll(() => blocks().length).toBe(3);
    await expect.poll(stops).toBe(1);
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => document.activeElement).toBe(block(0));
    block(2).focus();
    await expect.poll(() => block(2).tabIndex).toBe(0);
    expect(stops()).toBe(1);
  });

  test.each(['Edit', 'Enter after a click'])('who edits by keys writes at once: %s', async (way) => {
    const { screen } = await openJob();
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Edit')).toBeVisible();
    if (way === 'Edit') button('Edit').element().focus();
    else await screen.getByText('morning').first().click();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => document.activeElement === blocks()[0]).toBe(true);
    await userEvent.keyboard('Oh ');
    expect(block(0).textContent).toMatch(/^Oh /);
  });
});

describe('a video', () => {
  const inView = () => {
    const {
      top = -1,
      bottom = 0,
      left = -1,
      right = 0,
      width = 0,
    } = document.querySelector('video')?.getBoundingClientRect() ?? {};
    return width > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  };

  test('stays in view wherever the text is, is seen before it is played, and gets another size', {
    tags: THOROUGH_TAG,
  }, async () => {
    await page.viewport(1000, 700);
    const { job } = await openJob(makeDone(makeUtterances(2000), 'lecture.webm'), await makeVideo());
    expect(job.file?.filename).toBe('lecture.webm');
    await expect.poll(inView).toBe(true);
    scrollTo(0, document.body.scrollHeight);
    await expect.poll(() => scrollY).toBeGreaterThan(500);
    expect(inView()).toBe(true);
    const width = () => document.querySelector('video')?.getBoundingClientRect().width ?? 0;
    const before = width();
    button(/^Size of the video/)
      .element()
      .focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.poll(width).toBe(before + 40);
    expect(inView()).toBe(true);
  });

  test('stands above the panel where that is beside the text', async () => {
    await page.viewport(1280, 800);
    await openJob(makeDone(makeUtterances(2000), 'lecture.webm'), await makeVideo());
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    await expect.poll(inView).toBe(true);
    await button('Side panel').click();
    await expect
      .poll(() => box('[aria-label="Side panel"][class*="panel"]')?.height ?? 0)
      .toBeGreaterThan(100);
    expect(box('section[aria-label="Side panel"]')?.top).toBeGreaterThanOrEqual(box('video')?.bottom ?? 1e9);
    expect(box('section[aria-label="Side panel"]')?.bottom).toBeLessThanOrEqual(800);
  });
});

describe('what was wrong', () => {
  test('a click on a word goes there while the text is edited', async () => {
    await openEditor();
    getSelection()?.collapse(block(1).firstChild, 'Uh morning to'.length);
    block(1).focus();
    getSelection()?.collapse(block(1).firstChild, 'Uh morning t'.length);
    block(1).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect.poll(at).toBeCloseTo(11, 1);
    await expect.element(button('Play')).toBeVisible();
  });

  test('a transcript that came with its recording is read while the recording is recognised', async () => {
    const job = makeJob({ status: 'processing' });
    const service = new InPageService();
    const passage = {
      start: 0,
      end: 2,
      text: 'This text came with it.',
      rows: null,
      voice: 'Ada',
      words: null,
    };
    const imported: CorrectedTranscript['imported'] = {
      name: 'talk.srt',
      format: 'srt',
      aligned: false,
      heard: null,
      notes: [],
      passages: [{ ...passage, channel: 0, language: 'en' }],
    };
    const given = { ...documentOf(), imported };
    service.jobs = [job];
    await storeJobRow(job.id);
    await storeCorrected(job.id, given, { revision: 0, document: null });
    await renderApp({ service, hash: `#/jobs/${job.id}` });
    await expect.element(page.getByText('This text came with it.')).toBeVisible();
    await expect.element(page.getByText('Ada:')).toBeVisible();
  });

  test('a hit of the search opens at the words that were searched for, and marks them', async () => {
    const service = new InPageService();
    const job = makeDone(makeUtterances(2000));
    service.jobs = [job];
    service.audio = makeWav(801);
    await page.viewport(1280, 800);
    await renderApp({ service });
    await page.getByRole('searchbox', { name: 'Search recordings' }).fill('word1507');
    await page.getByRole('list', { name: 'Passages' }).getByRole('link').first().click();
    const found = () => document.querySelector('.found');
    await expect.poll(() => found()?.textContent).toBe('word1507');
    await expect.poll(at).toBeCloseTo(1507 * 0.4, 1);
    const { top = 0, bottom = 0 } = found()?.getBoundingClientRect() ?? {};
    expect(top).toBeGreaterThan(48);
    expect(bottom).toBeLessThan(740);
  });
});

async function storeJobRow(id: string): Promise<void> {
  const { database } = await import('../../../src/storage/database/database.ts');
  const row = { id, created_at: new Date().toISOString(), status: 'processing' };
  await Reflect.apply((await database()).put, await database(), ['jobs', row]);
}

test('forced colours tell heard, highlighted, struck and unsure words apart', async () => {
  const session = cdp() as unknown as { send: (method: string, given?: object) => Promise<unknown> };
  const features = [{ name: 'forced-colors', value: 'active' }];
  await session.send('Emulation.setEmulatedMedia', { features });
  try {
    await openJob();
    await drag('good', 'morning');
    await selection().getByRole('button', { name: 'Highlight' }).click();
    await expect.poll(() => word('good')?.classList.contains('noted')).toBe(true);
    await choose('More', 'Highlight uncertain words');
    word('everyone')?.click();
    await expect
      .poll(() => word('everyone')?.classList.contains('heard') || word('and')?.classList.contains('heard'))
      .toBe(true);
    await button('Pause').click();
    const look = (element: Element | null | undefined) => {
      const { backgroundColor, textDecorationLine, textDecorationStyle } = getComputedStyle(
        element as Element,
      );
      return `${backgroundColor} ${textDecorationLine} ${textDecorationStyle}`;
    };
    const looks = [
      look(word('good')),
      look(document.querySelector('.heard')),
      look(document.querySelector('.word.doubtful')),
      look(word('here')),
    ];
    expect(new Set(looks).size).toBe(looks.length);
  } finally {
    await session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'forced-colors', value: 'none' }],
    });
  }
});

test('forced colours tell the open tab and pressed buttons apart', async () => {
  const session = cdp() as unknown as { send: (method: string, given?: object) => Promise<unknown> };
  await openJob();
  const part = await panel('Notes');
  await choose('More', 'Highlight uncertain words');
  await openMenu('More');
  const force = (value: string) =>
    session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  await force('active');
  try {
    const line = (name: string) =>
      getComputedStyle(part.getByRole('tab', { name, exact: true }).element()).borderBottomColor;
    expect(line('Notes')).not.toBe(line('Ask'));
    const outline = (name: string) => getComputedStyle(button(name).element()).outlineStyle;
    expect([outline('Highlight uncertain words'), outline('Import a transcript')]).toEqual(['solid', 'none']);
  } finally {
    await force('none');
  }
});
