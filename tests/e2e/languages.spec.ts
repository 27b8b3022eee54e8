import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

test('a German browser sees German from the first text on; French, once chosen, is kept', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const text = document.querySelector('nav')?.textContent;
      if (text && seen.at(-1) !== text) seen.push(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await openApp(page, `${NEW_APP}/`);
  await expect(
    page.getByRole('heading', { name: 'Aufnahme hinzufügen. Lesen, was gesagt wurde.' }),
  ).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const seen = await page.evaluate(() => Reflect.get(globalThis, 'seen') as string[]);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((text) => !text.includes('Modelle'))).toEqual([]);

  await page.getByRole('button', { name: 'Einstellungen' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/\d[\d.,]*\s(?:MB|kB|GB|B)/).first()).toBeVisible();
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([]);
  await dialog.getByLabel('Sprache von Earshot').selectOption({ label: 'Français' });
  await expect(page.getByRole('dialog', { name: 'Réglages' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');

  await page.reload();
  await expect(page.getByRole('button', { name: 'Réglages' })).toBeVisible();
  await context.close();
});

test('a frame of a German browser asks in German', { tag: THOROUGH }, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(`${NEW_APP}/embed.html`);
  await expect(
    page.getByText('Diese Seite ist dazu da, in andere Websites eingebettet zu werden.'),
  ).toBeVisible();
  await context.close();
});
