import type { Page } from 'playwright';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { type Figure, percentile } from '../runner/figure.ts';
import { fillLibrary } from '../runner/fill-library.ts';
import { type BenchOptions, modelsDir, warmUpClip } from './bench-setup.ts';

/** Five hours of speech, as people speak. */
const WORDS = 45_000;
const KEYS = 300;

/** The editor with the transcript of five hours: opening, typing, scrolling and finding. */
export async function editor(_options: BenchOptions): Promise<Figure[]> {
  const session = await BrowserSession.open({ modelsDir });
  const { page } = session;
  try {
    const { id: jobId } = await session.transcribe(warmUpClip, {});
    const id = await fillLibrary(page, { jobId, jobs: 2, words: WORDS });
    await page.evaluate((job) => {
      location.hash = `#/jobs/${job}`;
    }, id);
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    // The editor's script is loaded once; opening is measured with it in the browser's cache.
    await correct(page);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    const opening = await correct(page);
    const { typing, work } = await typeKeys(page);
    const scrolling = await page.evaluate(scrollThrough);
    const finding = await find(page);
    const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
      section: 'editor',
      name: `${name}, ${WORDS} words`,
      value,
      unit,
      ...(atMost !== undefined && { atMost }),
    });
    return [
      figure('opening', opening, 'ms', 1000),
      figure('a key, median', percentile(typing, 0.5), 'ms'),
      figure('a key, 95th percentile', percentile(typing, 0.95), 'ms', 16),
      figure('a key with drawing, median of the processor time', percentile(work, 0.5), 'ms'),
      figure('a key with drawing, 95th percentile of the processor time', percentile(work, 0.95), 'ms', 16),
      figure('blank frames while scrolling', scrolling.blank, 'of 200', 0),
      figure('a frame while scrolling, 95th percentile', percentile(scrolling.frames, 0.95), 'ms'),
      figure('finding a frequent word', finding, 'ms'),
    ];
  } finally {
    await session.close();
  }
}

/** Milliseconds from the click until the first paragraph can be edited and the browser has drawn it. */
async function correct(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Edit');
    const startedAt = performance.now();
    button?.click();
    while (!document.querySelector('[data-paragraph]')?.textContent) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - startedAt;
  });
}

/**
 * Milliseconds for each key stroke. `typing`: from the key to the end of everything that it causes but drawing, by the
 * clock. `work`: processor time of the page's thread until the next key, drawing included, whatever else the machine does.
 */
async function typeKeys(page: Page): Promise<{ typing: number[]; work: number[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  await page.locator('[data-paragraph]').nth(3).click();
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(globalThis, 'keyTimes', times);
    addEventListener(
      'beforeinput',
      () => {
        const startedAt = performance.now();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - startedAt);
        port2.postMessage(null);
      },
      true,
    );
  });
  const text = 'a few more words that somebody types here ';
  const work: number[] = [];
  let before = await taskSeconds();
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.type(text[key % text.length] ?? ' ');
    await page.waitForTimeout(30);
    const now = await taskSeconds();
    work.push((now - before) * 1000);
    before = now;
  }
  await session.detach();
  return { typing: await page.evaluate((): number[] => Reflect.get(globalThis, 'keyTimes')), work };
}

/** Runs in the page: scrolls through all of it in 200 steps and counts the frames in which the list has no text in the middle. */
async function scrollThrough() {
  const frames: number[] = [];
  let blank = 0;
  const list = document.querySelector('ol.transcript');
  for (let step = 0; step < 200; step++) {
    const before = performance.now();
    scrollTo(0, (document.documentElement.scrollHeight * step) / 200);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    frames.push(performance.now() - before);
    const { left = 0, width = 0, top = 0, bottom = 0 } = list?.getBoundingClientRect() ?? {};
    // Above and below the list are the recording's name and the player.
    const heights = [0.4, 0.5, 0.6].map((share) => innerHeight * share);
    const covered = heights.filter((height) => height > top && height < bottom);
    const there = covered.some((height) => {
      const element = document.elementFromPoint(left + width / 2, height);
      return Boolean(element?.closest('li')?.textContent);
    });
    if (!there && covered.length > 0) blank++;
  }
  return { frames, blank };
}

async function find(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  const startedAt = Date.now();
  await page.getByLabel('Find', { exact: true }).fill('w1');
  await page.getByText(/^1 of \d/).waitFor();
  return Date.now() - startedAt;
}
