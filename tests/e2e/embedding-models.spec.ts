import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import {
  connectAllowed,
  createThere,
  pressInFrame,
  question,
  statusThere,
} from './embedding/embedding-page.ts';
import { type EmbeddingSite, startEmbeddingSite } from './embedding/embedding-site.ts';
import { openBrowser } from './embedding/profile.ts';
import { test } from './test.ts';

/** An installation without a model for recordings. */
const APP = NEW_APP;
/** A site other than the app's. */
const CROSS_SITE = '127.0.0.1';

const spoken = clip('en_hello.wav').path;

let site: EmbeddingSite;
let context: BrowserContext;
let close: () => Promise<void>;
let page: Page;

test.beforeAll(async () => {
  site = await startEmbeddingSite(APP);
});
test.afterAll(() => site.close());
test.beforeEach(async () => {
  ({ context, close } = await openBrowser('allowed'));
  page = await context.newPage();
  await connectAllowed(page, site.page(CROSS_SITE));
});
test.afterEach(() => close());

const widthOfFrame = async () => (await page.locator('iframe').boundingBox())?.width;
const download = () => question(page).getByRole('button', { name: /^Download \(\d/ });

test('a frame offers the model that a job waits for, until the job is gone', { tag: THOROUGH }, async () => {
  const id = await createThere(page, spoken);
  await expect(download()).toBeEnabled();
  await expect(question(page).getByRole('heading', { name: 'A speech model is needed' })).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(question(page).getByRole('button', { name: 'Not now' })).toBeInViewport({ ratio: 1 });
      await page.screenshot({ path: `test-results/screenshots/embed-model-${width}-${colorScheme}.png` });
      const { violations } = await new AxeBuilder({ page }).include(['iframe', 'main']).analyze();
      expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([]);
    }
  }
  expect(await statusThere(page, `/v2/pre-recorded/${id}`, 'DELETE')).toBe(202);
  await expect.poll(widthOfFrame).toBe(1);
});

test('a download that fails says why and can be tried again; who wants none is not asked again', {
  tag: THOROUGH,
}, async () => {
  const notFound = { status: 404, headers: { 'access-control-allow-origin': '*' } };
  await context.route('https://huggingface.co/**', (route) => route.fulfill(notFound));
  await createThere(page, spoken);
  await pressInFrame(download());
  await expect(question(page).getByRole('alert')).toContainText(/\w+ \w+/);
  await expect(question(page).getByRole('button', { name: /^Try again \(\d/ })).toBeVisible();
  await question(page).getByRole('button', { name: 'Not now' }).click();
  await expect.poll(widthOfFrame).toBe(1);
  const id = await createThere(page, spoken);
  const waitsFor = () =>
    page.evaluate(async (wanted) => (await window.stt.get(wanted)).post_session_metadata.waiting, id);
  await expect.poll(waitsFor).toMatchObject({ reason: 'model-missing' });
  expect(await widthOfFrame()).toBe(1);
});
