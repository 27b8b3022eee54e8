import { type Browser, expect, type Page } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { call, openApp, uploadFile } from './page-service.ts';
import { test } from './test.ts';

const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };

interface Paints {
  /** Milliseconds from the start of the visit. */
  first: number;
  /** Of what the page itself brings; the recordings come from storage, once the service worker has started. */
  largest: number;
  /** What was the largest. */
  text: string;
  /** Cumulative layout shift, and what moved. */
  shift: number;
  moved: string[];
}

/** Opens the page and measures, as the browser itself does, until it has been still for a second. */
async function visit(page: Page): Promise<Paints> {
  await page.goto('about:blank');
  await openApp(page, `${NEW_APP}/`);
  await page.waitForLoadState('networkidle');
  return page.evaluate(async () => {
    const paints = { first: 0, largest: 0, text: '', shift: 0, moved: [''] };
    let still = performance.now();
    const observe = (type: string, read: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => {
        still = performance.now();
        list.getEntries().forEach(read);
      }).observe({ type, buffered: true });
    observe('paint', (entry) => {
      if (entry.name === 'first-contentful-paint') paints.first = entry.startTime;
    });
    observe('largest-contentful-paint', (entry) => {
      const element = 'element' in entry && entry.element instanceof Element ? entry.element : null;
      if (element?.closest('[aria-labelledby="jobs-title"]')) return;
      paints.largest = entry.startTime;
      if (element) paints.text = element.textContent;
    });
    observe('layout-shift', (entry) => {
      if (!('value' in entry && typeof entry.value === 'number')) return;
      paints.shift += entry.value;
      const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
      paints.moved.push(
        ...sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : '')),
      );
    });
    while (performance.now() - still < 1000) await new Promise((resolve) => setTimeout(resolve, 100));
    return paints;
  });
}

function expectSteady(paints: Paints): void {
  expect(paints.first).toBeGreaterThan(0);
  expect(paints.largest / paints.first, `The largest was "${paints.text}"`).toBeLessThanOrEqual(1.5);
  expect(paints.shift, paints.moved.join('\n')).toBeLessThanOrEqual(0.02);
}

async function newPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  return (await browser.newContext({ viewport })).newPage();
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`the first frame is right on the first visit, the second, and with recordings (${size})`, {
    tag: THOROUGH,
  }, async ({ browser }) => {
    const page = await newPage(browser, viewport);
    expectSteady(await visit(page));
    await expect(page.getByRole('heading', { name: 'Add a recording.' })).toBeVisible();
    expectSteady(await visit(page));
    const { body } = await uploadFile(page, clip('en_hello.wav').path);
    for (const _ of [1, 2, 3]) {
      await call(page, {
        method: 'POST',
        path: '/v2/pre-recorded',
        body: { json: { audio_url: body.audio_url } },
      });
    }
    const offer = page.getByText('No speech model for stt-1 is installed');
    await expect(offer).toContainText('3 recordings wait for it.');
    await expect(offer).toHaveCount(1);
    expectSteady(await visit(page));
    await expect(page.getByRole('listitem')).toHaveCount(3);
    await page.context().close();
  });
}
