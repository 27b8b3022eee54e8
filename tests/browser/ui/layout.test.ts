import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { said } from '../../fakes/corrected-document.ts';
import { makeDone } from './in-page-service.ts';
import { blocks, button, choose, openJob, useEmptyDatabase } from './open-editor.ts';

useEmptyDatabase();

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

/** The share of the viewport's height that is transcript, by what lies in the middle of the text's column. */
function textShare(): number {
  const list = document.querySelector('ol[aria-label="Transcript"]');
  const box = list?.getBoundingClientRect();
  if (!list || !box) return 0;
  const x = Math.min(innerWidth - 2, box.left + box.width / 2);
  const rows = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(x, y));
  return rows.filter((element) => element !== null && list.contains(element)).length / innerHeight;
}

/** Width, height (450: a phone whose keyboard is up), and the least share of it that is text. */
const SIZES = [
  [1280, 800, 0.7],
  [1440, 900, 0.7],
  [768, 1024, 0.7],
  [390, 844, 0.6],
  [390, 450, 0.45],
] as const;

test.for(SIZES)(
  'at %i × %i most of the page is text, reading and editing',
  async ([width, height, least]) => {
    await page.viewport(width, height);
    await openJob(long());
    await expect.element(page.getByLabelText('Position')).toBeInTheDocument();
    await expect.poll(() => document.querySelector('.waveform')).toBeTruthy();
    await expect.poll(textShare).toBeGreaterThanOrEqual(least);
    await button('Edit').click();
    await expect.poll(() => blocks().length).toBeGreaterThan(10);
    await expect.poll(textShare).toBeGreaterThanOrEqual(least);
  },
);

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
