import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseLanguage } from '../../../src/ui/texts/choose-language.ts';
import { withTexts } from '../../../src/ui/texts/interface-language.svelte.ts';
import { LANGUAGES } from '../../../src/ui/texts/texts.ts';
import { InPageService, makeDone, makeUtterances } from './in-page-service.ts';
import { openJob, useEmptyDatabase } from './open-editor.ts';
import { renderApp } from './render-app.ts';

useEmptyDatabase();

beforeEach(() => withTexts(() => undefined));
afterEach(async () => {
  await chooseLanguage(null);
  await page.viewport(1280, 800);
});

const WIDTHS = [320, 390, 1280];

/** The dots of menus in sight, whose middle is not in the row of their neighbours, in each language and width. */
async function outOfRow(widths = WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths)
    for (const language of LANGUAGES) {
      await page.viewport(width, 800);
      await chooseLanguage(language);
      // Texts are drawn in the next frame.
      await new Promise(requestAnimationFrame);
      const menus = [...document.querySelectorAll<HTMLElement>('button:has(.lucide-ellipsis)')].filter(
        (button) => button.checkVisibility({ visibilityProperty: true }),
      );
      if (menus.length === 0) found.push(`${language}, ${width}: no menu`);
      for (const menu of menus) {
        const first = rowOf(menu);
        const distance = Math.abs(middle(first) - middle(menu));
        if (distance > 4)
          found.push(`${language}, ${width}: ${menu.ariaLabel ?? menu.title}, by ${distance} px`);
      }
    }
  return found;
}

const middle = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return (top + bottom) / 2;
};

/** The first control in the innermost part of the page with more than the menu in it. */
function rowOf(menu: HTMLElement): Element {
  for (let part = menu.parentElement; part; part = part.parentElement) {
    const first = [...part.querySelectorAll<HTMLElement>('a, button')].find((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
    if (first && first !== menu) return first;
  }
  return document.body;
}

function someRecordings(): InPageService {
  const service = new InPageService();
  service.jobs = [makeDone(makeUtterances(10), 'a.wav')];
  return service;
}

test('the menu of the library is in its row, in every language', async () => {
  await renderApp({ service: someRecordings() });
  await expect.element(page.getByRole('button', { name: 'More ways to add' })).toBeVisible();
  expect(await outOfRow()).toEqual([]);
});

test('the menu beside a live session is in its row, in every language', async () => {
  await renderApp({ service: someRecordings(), hash: '#/live' });
  await expect.element(page.getByRole('button', { name: 'More ways to add' })).toBeVisible();
  // Below that, the session has the page, and no menu.
  expect(await outOfRow([1280])).toEqual([]);
});

test('the menus of a transcript are in their rows, in every language', async () => {
  await openJob();
  await expect.element(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
  expect(await outOfRow()).toEqual([]);
});
