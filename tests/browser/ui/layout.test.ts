import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SAMPLE_MARK } from '../../../src/client/jobs/job-summary.ts';
import { chooseLanguage } from '../../../src/ui/texts/choose-language.ts';
import { withTexts } from '../../../src/ui/texts/interface-language.svelte.ts';
import { LANGUAGES } from '../../../src/ui/texts/texts.ts';
import { said } from '../../fakes/corrected-document.ts';
import { makeDone } from './in-page-service.ts';
import { makeVideo } from './make-video.ts';
import { blocks, button, choose, openJob, useEmptyDatabase } from './open-editor.ts';
import { renderApp } from './render-app.ts';

useEmptyDatabase();
afterEach(() => chooseLanguage(null));

const long = () =>
  makeDone(
    Array.from({ length: 60 }, (_, index) =>
      said({
        text: `Here speaks number${index} about the figures of the year, which are better than those of the year before, and says why.`,
        at: index * 4,
        speaker: index % 2,
      }),
    ),
  );

/** The share of the viewport's area that is transcript: of a grid of points, those with nothing else over it. */
function textShare(): number {
  const list = document.querySelector('ol[aria-label="Transcript"]');
  const middles = (length: number) => Array.from({ length: 60 }, (_, index) => ((index + 0.5) * length) / 60);
  const points = middles(innerWidth).flatMap((x) => middles(innerHeight).map((y) => [x, y] as const));
  const isText = (element: Element | null) => element !== null && list?.contains(element) === true;
  return points.filter(([x, y]) => isText(document.elementFromPoint(x, y))).length / points.length;
}

/** Width, height (450: a phone whose keyboard is up), and the least share of its area that is text: alone, and with panel or video. */
const SIZES = [
  [1280, 800, { alone: 0.5, panel: 0.38, video: 0.43 }],
  [1440, 900, { alone: 0.45, panel: 0.45, video: 0.4 }],
  [768, 1024, { alone: 0.8, panel: 0, video: 0.7 }],
  [390, 844, { alone: 0.66, panel: 0, video: 0.66 }],
  [390, 450, { alone: 0.66, panel: 0, video: 0.5 }],
  [640, 400, { alone: 0.66, panel: 0, video: 0.45 }],
  [320, 256, { alone: 0.5, panel: 0, video: 0.3 }],
] as const;

test.for(SIZES)(
  'at %i × %i most of the area is text, reading and editing',
  async ([width, height, least]) => {
    await page.viewport(width, height);
    await openJob(long());
    await expect.poll(() => document.querySelector('.waveform')).toBeTruthy();
    await expect.poll(textShare).toBeGreaterThanOrEqual(least.alone);
    expect(button('Side panel').element().getAttribute('aria-expanded')).toBe('false');
    await button('Edit').click();
    await expect.poll(() => blocks().length).toBeGreaterThan(10);
    await expect.poll(textShare).toBeGreaterThanOrEqual(least.alone);
    if (least.panel === 0) return;
    await button('Side panel').click();
    await expect.element(page.getByRole('tabpanel')).toBeVisible();
    await expect.poll(textShare).toBeGreaterThanOrEqual(least.panel);
  },
);

test.for(SIZES)('at %i × %i a video leaves most of the area to the text', async ([width, height, least]) => {
  await page.viewport(width, height);
  const job = long();
  await openJob({ ...job, file: job.file && { ...job.file, filename: 'talk.webm' } }, await makeVideo());
  const picture = () => document.querySelector('section[aria-label="Video"]')?.getBoundingClientRect();
  await expect.poll(() => picture()?.height ?? 0).toBeGreaterThan(40);
  await expect.poll(textShare).toBeGreaterThanOrEqual(least.video);
  if (width > 640) return;
  // It is above the text, and no more than a line while somebody types.
  await expect.poll(() => picture()?.bottom ?? 0).toBeLessThanOrEqual(block0().top + 1);
  await button('Edit').click();
  await expect.poll(() => blocks().length).toBeGreaterThan(10);
  blocks()[0]?.focus();
  await expect.poll(() => picture()?.height ?? 0).toBeLessThanOrEqual(56);
});

const block0 = () =>
  document.querySelector('ol[aria-label="Transcript"] > li')?.getBoundingClientRect() ?? new DOMRect();

test.for([1280, 1440, 1920])(
  'at a width of %i lines have 60 to 75 characters, of 17 to 18 px',
  async (width) => {
    await page.viewport(width, 900);
    await openJob(long());
    await expect.poll(() => document.querySelector('ol[aria-label="Transcript"] p')).toBeTruthy();
    const text = document.querySelector<HTMLElement>('ol[aria-label="Transcript"] p');
    if (!text) throw new Error('There is no paragraph.');
    text.textContent = 'The figures of the year are better than those of the year before. '.repeat(12);
    const range = new Range();
    range.selectNodeContents(text);
    const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size;
    expect(text.textContent.length / (lines - 0.5)).toBeGreaterThanOrEqual(60);
    expect(text.textContent.length / (lines - 0.5)).toBeLessThanOrEqual(77);
    expect([17, 18]).toContain(Number.parseFloat(getComputedStyle(text).fontSize));
  },
);

test('the margin has 88 px, and is gone where nobody is told apart', async () => {
  await page.viewport(1280, 800);
  const text = () =>
    document.querySelector('ol[aria-label="Transcript"] p')?.getBoundingClientRect().left ?? 0;
  await openJob(long());
  await expect.poll(() => text() - block0().left).toBeGreaterThan(88);
  await expect.poll(() => text() - block0().left).toBeLessThan(110);
  await openJob(makeDone([{ ...said({ text: 'Good morning.', at: 0, speaker: 0 }), speaker: undefined }]));
  await expect.poll(() => text() - block0().left).toBeLessThan(10);
  await button('Edit').click();
  await expect.poll(() => blocks().length).toBe(1);
  await expect.element(button(/^Speaker/)).not.toBeInTheDocument();
});

test('one key folds the library, which stays so, reading and editing', async () => {
  await page.viewport(1280, 800);
  await openJob(long());
  const side = () => document.querySelector('main > .side > *')?.getBoundingClientRect().width;
  await expect.poll(side).toBe(280);
  const fold = button('Library');
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Control>}b{/Control}');
  await expect.poll(side).toBe(0);
  await button('Edit').click();
  await expect.poll(() => blocks().length).toBeGreaterThan(10);
  expect(side()).toBe(0);
  await userEvent.keyboard('{Control>}b{/Control}');
  await expect.poll(side).toBe(280);
  await fold.click();
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
});

test.for([
  [1280, 800],
  [390, 844],
] as const)(
  'at %i × %i the same paragraphs stay where they are when editing begins and ends',
  async ([width, height]) => {
    await page.viewport(width, height);
    await openJob(long());
    const rows = () => [...document.querySelectorAll('ol[aria-label="Transcript"] > li')];
    await expect.poll(() => rows().length).toBe(60);
    rows()[30]?.scrollIntoView({ block: 'start' });
    await expect.poll(() => scrollY).toBeGreaterThan(500);
    /** The paragraphs in view: texts with their tops. */
    const seen = () =>
      rows().flatMap((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        const text = row.querySelector('p, [data-paragraph]')?.textContent?.trim() ?? '';
        const height = Math.round(bottom - top);
        return bottom > 60 && top < innerHeight - 80 ? [{ text, top, height }] : [];
      });
    type Seen = ReturnType<typeof seen>;
    /** Pixels that the farthest has moved; infinite if others are in view. */
    const moved = (now: Seen, then: Seen) =>
      now.length === then.length && now.every(({ text }, index) => text === then[index]?.text)
        ? Math.max(...now.map(({ top }, index) => Math.abs(top - (then[index]?.top ?? 0))))
        : Number.POSITIVE_INFINITY;
    // What comes into view gets its height in the next frames.
    let before = seen();
    await expect
      .poll(() => {
        const then = before;
        before = seen();
        // All texts are of one length: while some rows have guessed heights, they differ.
        return new Set(before.map(({ height }) => height)).size === 1 ? moved(before, then) : null;
      })
      .toBe(0);
    expect(before.length).toBeGreaterThan(3);
    await button('Edit').click();
    await expect.poll(() => blocks().length).toBe(60);
    await expect.poll(() => moved(seen(), before)).toBeLessThan(2);
    await button('Done').click();
    await expect.poll(() => blocks().length).toBe(0);
    await expect.poll(() => moved(seen(), before)).toBeLessThan(2);
  },
);

test('the size of 200 % leaves the player alone in view: the bar goes with the text', async () => {
  await page.viewport(640, 400);
  await openJob(long());
  await expect.poll(() => document.querySelector('.waveform')).toBeTruthy();
  scrollTo(0, 600);
  await expect.poll(() => scrollY).toBeGreaterThan(500);
  await expect.poll(textShare).toBeGreaterThanOrEqual(0.8);
  const { top = 0, bottom = 0 } = document.querySelector('section.player')?.getBoundingClientRect() ?? {};
  expect(bottom).toBeLessThanOrEqual(400);
  expect(bottom - top).toBeLessThanOrEqual(64);
});

test('on a phone the player gives its line to the waveform', async () => {
  await page.viewport(390, 844);
  await openJob(long());
  const width = () => document.querySelector('.waveform svg')?.getBoundingClientRect().width ?? 0;
  await expect.poll(width).toBeGreaterThan(120);
});

test('on a phone the name has the room of the tag of a sample', async () => {
  await page.viewport(390, 844);
  await openJob({ ...long(), custom_metadata: { [SAMPLE_MARK]: true } });
  const tag = () => document.querySelector('header.bar .tag');
  await expect.poll(tag).toBeTruthy();
  expect(tag()?.checkVisibility()).toBe(false);
});

test.for([1280, 1000, 390])('at a width of %i every caption shows its whole text', async (width) => {
  await page.viewport(width, 844);
  await openJob(
    makeDone([said({ text: 'Good morning Emma, where is the meeting of today?', at: 0, speaker: 0 })]),
  );
  await button('Edit').click();
  await choose('More', 'Captions');
  const field = () => document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Text of caption 1"]');
  await expect.poll(field).toBeTruthy();
  const { scrollHeight = 0, clientHeight = 0 } = field() ?? {};
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight + 1);
});

test.for(LANGUAGES)('in %s the first view is seen whole at 1280 × 800', async (language) => {
  await page.viewport(1280, 800);
  withTexts(() => undefined);
  await chooseLanguage(language);
  await renderApp();
  // The sentence on what will happen and the question for languages are the last to come.
  for (const late of ['[data-add] > p', '[data-add] select'])
    await expect.poll(() => document.querySelector(late)).toBeTruthy();
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(800);
});

test('beside a live session an empty library is a bar, not an invitation', async () => {
  await page.viewport(1280, 800);
  await renderApp({ hash: '#/live' });
  await expect.element(page.getByRole('heading', { name: 'Live', exact: true })).toBeVisible();
  await expect.element(page.getByText('Drop recordings anywhere on this page')).not.toBeInTheDocument();
  await expect.element(button('Add')).toBeVisible();
});
