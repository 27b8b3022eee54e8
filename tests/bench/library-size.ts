import type { Page } from 'playwright';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { median } from '../accuracy/word-time-error.ts';
import { type Figure, percentile } from '../runner/figure.ts';
import { fillLibrary } from '../runner/fill-library.ts';
import { type BenchOptions, modelsDir, warmUpClip } from './bench-setup.ts';

const FEW = 10;
const MANY = 1000;
/** Ten minutes of speech in each recording. */
const WORDS = 1500;
const OPENINGS = 7;
/** A word of one recording, frequent and rare words, two together, and a beginning. */
const QUERIES = ['needle500x', 'w1', 'wff', 'w1 w2 w3', 'w5 needle', 'wzz', 'needle9', 'w1 needle7', 'wa'];
const FRAMES = 300;
/** Milliseconds in which every search must have ended. */
const SLOWEST = 300_000;

const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
  section: 'library',
  name,
  value,
  unit: 'ms',
  ...rest,
});

/** A library of 1,000 recordings of ten minutes: opening the app, scrolling the list and searching all words. */
export async function library(_options: BenchOptions): Promise<Figure[]> {
  const session = await BrowserSession.open({ modelsDir });
  const { page } = session;
  try {
    await page.evaluate(() => globalThis.earshot.ready());
    const { id } = await session.transcribe(warmUpClip, {});
    await fillLibrary(page, { jobId: id, jobs: FEW, words: WORDS });
    const few = await openings(session);
    await fillLibrary(page, { jobId: id, jobs: MANY - FEW + 1, words: WORDS });
    const many = await openings(session);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await page.getByRole('list', { name: 'Recordings' }).waitFor();
    const frames = await scrollList(page);
    const building = await search(page, 'needle400x', SLOWEST);
    await page.reload();
    await page.getByRole('list', { name: 'Recordings' }).waitFor();
    const again = await search(page, 'needle400x', SLOWEST);
    const searches: number[] = [];
    for (const text of QUERIES) searches.push(await search(page, text));
    return [
      figure(`the app opened to its list, ${FEW} recordings, median`, median(few)),
      figure(`the app opened to its list, ${MANY} recordings, median`, median(many), {
        // As long as with ten, within what differs between two openings of the same.
        atMost: median(few) * 1.1 + 20,
      }),
      figure(`a frame while the list scrolls, ${MANY} recordings, median`, percentile(frames, 0.5)),
      figure(`a frame while the list scrolls, 95th percentile`, percentile(frames, 0.95), { atMost: 17.5 }),
      figure(
        `the first search, which waits until ${MANY} transcripts are read and the index is made`,
        building,
      ),
      figure('the first search after the app was opened again, which waits for the index', again),
      figure('a search with its first passages, median', median(searches)),
      figure('a search with its first passages, slowest', percentile(searches, 1), { atMost: 100 }),
    ];
  } finally {
    await session.close();
  }
}

/** Milliseconds until the first recordings are shown, in new tabs. */
async function openings(session: BrowserSession): Promise<number[]> {
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening++) {
    const tab = await session.context.newPage();
    const startedAt = performance.now();
    await tab.goto(session.url);
    await tab.locator('li a .name').first().waitFor();
    times.push(performance.now() - startedAt);
    await tab.close();
  }
  // The first opening is the one that fills the browser's caches.
  return times.slice(1);
}

/** Milliseconds between frames while the list is scrolled through. */
const scrollList = (page: Page): Promise<number[]> =>
  page.evaluate(async (count) => {
    const scroller = document.querySelector('.side');
    if (!scroller) throw new Error('There is no list.');
    const frames: number[] = [];
    let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    for (let frame = 0; frame < count; frame++) {
      scroller.scrollTop += 60;
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      frames.push(now - last);
      last = now;
    }
    return frames;
  }, FRAMES);

/** Milliseconds of typing a search until the list shows what was found, with passages. */
async function search(page: Page, text: string, limitMs = 10_000): Promise<number> {
  const field = page.getByRole('searchbox', { name: 'Search recordings' });
  await field.fill('');
  await page.getByText(/ of \d+ recordings$/).waitFor({ state: 'hidden' });
  return field.evaluate(
    async (input, { text, limitMs }) => {
      if (!(input instanceof HTMLInputElement)) throw new Error('There is no search field.');
      const startedAt = performance.now();
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      while (!document.querySelector('mark')) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (performance.now() - startedAt > limitMs) throw new Error(`Nothing was found of ${text}.`);
      }
      return performance.now() - startedAt;
    },
    { text, limitMs },
  );
}
