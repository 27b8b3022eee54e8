import { type BrowserContext, devices, expect, type Page } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { create, finished, openApp, readJob, uploadBytes } from './page-service.ts';
import { repeatWav } from './repeat-wav.ts';
import { test } from './test.ts';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
test.use(phone);

/** One phone for all that is seen of the app of a new user. */
let used: BrowserContext;
test.beforeAll(async ({ browser }) => {
  used = await browser.newContext({ ...phone, reducedMotion: 'reduce' });
});
test.afterAll(() => used.close());

async function openNewApp(): Promise<Page> {
  const page = await used.newPage();
  await openApp(page, `${NEW_APP}/`);
  return page;
}

/** What a fingertip needs, in CSS pixels (WCAG 2.5.5). */
const LEAST = 44;
/** How long a screen is locked. */
const LOCKED_MS = 5_000;

/** Controls in view that are smaller; a label counts with its control, and words and links within a text are text. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const pressed = document.querySelectorAll<HTMLElement>(
      'button, select, summary, input, textarea, a.button, [role="button"], [role="tab"]',
    );
    return [...pressed]
      .filter((element) => element.checkVisibility() && !element.closest('[data-word], p'))
      .map((element) => element.closest('label') ?? element)
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        // What is only there for screen readers and the keyboard is a pixel large.
        return width > 2 && (width < least - 0.5 || height < least - 0.5);
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return `${element.outerHTML.slice(0, 120)} ${Math.round(width)}×${Math.round(height)}`;
      });
  }, LEAST);

/** How many fields are typed into, and those that cannot be seen once they have the focus. */
const covered = (page: Page): Promise<{ fields: number; covered: string[] }> =>
  page.evaluate(async (least) => {
    const fields = [
      ...document.querySelectorAll<HTMLElement>(
        'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=hidden])',
      ),
    ].filter((field) => field.checkVisibility() && !field.matches(':disabled'));
    const hidden: string[] = [];
    for (const field of fields) {
      field.focus();
      // Until scrolling has come to rest.
      for (let last = Number.NaN; last !== field.getBoundingClientRect().top; ) {
        last = field.getBoundingClientRect().top;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const { left, top, width, height } = field.getBoundingClientRect();
      const bottom = top + Math.min(height, least);
      const inside = top >= 0 && bottom <= window.innerHeight;
      const seen = inside && document.elementFromPoint(left + width / 2, (top + bottom) / 2);
      if (!seen || !(field === seen || field.contains(seen))) hidden.push(field.outerHTML.slice(0, 120));
    }
    return { fields: fields.length, covered: hidden };
  }, LEAST);

test('nothing lies beyond the edge, and the page makes room for a notch and a keyboard', {
  tag: THOROUGH,
}, async () => {
  const page = await openNewApp();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  const viewport = await page.locator('meta[name=viewport]').getAttribute('content');
  expect(viewport).toContain('viewport-fit=cover');
  expect(viewport).toContain('interactive-widget=resizes-content');
  const insets = { top: 47, left: 30, bottom: 34, right: 20 };
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  const inside = () =>
    page.evaluate(() => {
      const boxes = [...document.querySelectorAll('header button, header a, h1')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.getBoundingClientRect());
      return {
        top: Math.min(...boxes.map(({ top }) => top)),
        left: Math.min(...boxes.map(({ left }) => left)),
      };
    });
  await expect.poll(async () => (await inside()).top).toBeGreaterThanOrEqual(insets.top);
  expect((await inside()).left).toBeGreaterThanOrEqual(insets.left);
});

test('every field is scrolled into what the open keyboard leaves of the screen', {
  tag: THOROUGH,
}, async () => {
  const page = await openNewApp();
  await page.getByText('Options', { exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Languages spoken' })).toBeVisible();
  await page
    .getByRole('dialog')
    .locator('details')
    .evaluateAll((folded) => {
      for (const one of folded) one.setAttribute('open', '');
    });
  // A keyboard takes about 300 of these 839 pixels.
  await page.setViewportSize({ width: 412, height: 500 });
  const options = await covered(page);
  expect(options.fields).toBeGreaterThan(2);
  expect(options.covered, 'options').toEqual([]);
});

test('files come from the picker of the phone: audio and video', { tag: THOROUGH }, async () => {
  const page = await openNewApp();
  const accept = await page.getByLabel('Recordings to transcribe').getAttribute('accept');
  expect(accept).toContain('audio/*');
  expect(accept).toContain('video/*');
});

test('every control is large enough for a fingertip, on the page and in its dialogs', async () => {
  const page = await openNewApp();
  expect(await tooSmall(page), 'start').toEqual([]);
  await page.getByText('Options', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Languages spoken' }).selectOption('en');
  expect(await tooSmall(page), 'options').toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await expect(page.getByRole('button', { name: 'Copy the text' })).toBeVisible({ timeout: 120_000 });
  expect(await tooSmall(page), 'transcript').toEqual([]);
  await page.goto(`${NEW_APP}/#/`);
  for (const view of ['Models', 'Settings']) {
    await page.getByRole('button', { name: view }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await tooSmall(page), view).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('a job whose screen is locked in the middle goes on when it is unlocked', {
  tag: THOROUGH,
}, async ({ context, page }) => {
  await openApp(page);
  const { body } = await uploadBytes(page, repeatWav(clip('en_hello.wav').path, 12), 'long.wav');
  const undisturbed = await finished(page, await create(page, { audio_url: body.audio_url }));
  const id = await create(page, { audio_url: body.audio_url });
  const progress = async () => (await readJob(page, id)).post_session_metadata.progress;
  await expect.poll(progress, { intervals: [50] }).toBeGreaterThan(0);
  const lifecycle = await context.newCDPSession(page);
  await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => setTimeout(resolve, LOCKED_MS));
  await lifecycle.send('Page.setWebLifecycleState', { state: 'active' });
  const job = await finished(page, id);
  expect(job.status, JSON.stringify(job.post_session_metadata)).toBe('done');
  expect(job.result?.transcription).toEqual(undisturbed.result?.transcription);
});
