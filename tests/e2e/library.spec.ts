import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { fillLibrary } from '../runner/fill-library.ts';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { openApp, transcribe } from './page-service.ts';
import { test } from './test.ts';

const RECORDINGS = 60;

/** A library of its own: one real transcript, the newest, and copies with other words. */
let page: Page;
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  await openApp(page, `${APP_WITH_MODELS}/`);
  const { id } = await transcribe(page, clip('en_hello.wav').path);
  await fillLibrary(page, { jobId: id, jobs: RECORDINGS, words: 600 });
  await page.reload();
});
test.afterAll(() => page.context().close());

const list = (page: Page) => page.getByRole('list', { name: 'Recordings' });
/** The list's own links, without those of passages. */
const names = (page: Page) => page.locator('li a .name');

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Looks at the page narrow and dark, wide and light. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of [
    ['dark', 390],
    ['light', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `test-results/screenshots/${name}-${width}-${colorScheme}.png` });
    await expectAccessible(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name}: pixels beyond the right edge at ${width}`).toBe(0);
  }
}

test('a long list renders what is in view; what is opened far down is shown at once, and Back returns there', {
  tag: THOROUGH,
}, async () => {
  await expect.poll(async () => (await list(page).boundingBox())?.height ?? 0).toBeGreaterThan(3000);
  expect(await names(page).count()).toBeLessThan(40);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const wanted = page.getByRole('link', { name: /episode-54\.mp3/ });
    await expect(async () => {
      await page.mouse.move(150, 600);
      await page.mouse.wheel(0, 1500);
      await expect(wanted).toBeInViewport({ timeout: 300 });
    }).toPass();
    // Not at the edge, where opening it would bring it in whole.
    await wanted.evaluate((link) => link.scrollIntoView({ block: 'center' }));
    await page.waitForTimeout(300);
    const before = await wanted.boundingBox();
    const scrolled = await page.evaluate(() => scrollY);
    await wanted.click();
    const title = page.getByRole('heading', { name: 'episode-54.mp3' });
    await expect(title).toBeInViewport();
    await expect(page.getByRole('list', { name: 'Transcript' })).toBeInViewport();
    await page.goBack();
    await expect(title).toBeHidden();
    await expect(wanted).toBeInViewport();
    const after = await page.evaluate(() => scrollY);
    const moved = Math.abs(((await wanted.boundingBox())?.y ?? 0) - (before?.y ?? 0));
    expect(
      moved,
      `pixels at a width of ${width}; the page was at ${scrolled}, and is at ${after}`,
    ).toBeLessThan(30);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('filters and sorting narrow the list down', { tag: THOROUGH }, async () => {
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.getByLabel(/^Sort by/).selectOption('Oldest first');
  await expect(names(page).first()).toHaveText(`episode-${RECORDINGS - 1}.mp3`);
  await filters.getByLabel(/^Speaker/).selectOption('Speaker 2');
  await expect(page.getByText(`${RECORDINGS - 1} of ${RECORDINGS} recordings`)).toBeVisible();
  await filters.getByLabel(/^Length/).selectOption('Up to 5 minutes');
  await filters.getByLabel(/^Language/).selectOption('English');
  await filters.getByLabel(/^Status/).selectOption('Failed');
  await expect(page.getByText(`0 of ${RECORDINGS} recordings`)).toBeVisible();
  await inspect(page, 'library-filters');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
});
