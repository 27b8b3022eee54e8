import { devices, expect, type Page } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
test.use(phone);

/** What a fingertip needs, in CSS pixels (WCAG 2.5.5). */
const LEAST = 44;

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

test('every control is large enough for a fingertip, on the page and in its dialogs', async ({ page }) => {
  await openApp(page, `${NEW_APP}/`);
  expect(await tooSmall(page), 'start').toEqual([]);
  await page.getByText('Options', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Languages spoken' }).selectOption('en');
  expect(await tooSmall(page), 'options').toEqual([]);
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible({ timeout: 120_000 });
  expect(await tooSmall(page), 'transcript').toEqual([]);
  for (const view of ['Models', 'Service key', 'Settings']) {
    await page.getByRole('button', { name: view }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await tooSmall(page), view).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('nothing lies beyond the edge, and the page makes room for a notch and a keyboard', async ({ page }) => {
  await openApp(page, `${NEW_APP}/`);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  const viewport = await page.locator('meta[name=viewport]').getAttribute('content');
  expect(viewport).toContain('viewport-fit=cover');
  expect(viewport).toContain('interactive-widget=resizes-content');
});

test('a field with the keyboard open is scrolled into what is left of the screen', async ({ page }) => {
  await openApp(page, `${NEW_APP}/`);
  await page.getByText('Options', { exact: true }).click();
  // A keyboard takes about 300 of these 839 pixels.
  await page.setViewportSize({ width: 412, height: 500 });
  const field = page.getByLabel('Names and terms to expect');
  await field.focus();
  await expect
    .poll(async () => {
      const box = await field.boundingBox();
      return box !== null && box.y >= 0 && box.y + Math.min(box.height, 44) <= 500;
    })
    .toBe(true);
});

test('files come from the picker of the phone: audio and video', async ({ page }) => {
  await openApp(page, `${NEW_APP}/`);
  const accept = await page.getByLabel('Recordings to transcribe').getAttribute('accept');
  expect(accept).toContain('audio/*');
  expect(accept).toContain('video/*');
});
