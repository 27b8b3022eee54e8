import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { chooseLanguage } from '../../../src/ui/texts/choose-language.ts';
import { withTexts } from '../../../src/ui/texts/interface-language.svelte.ts';
import { LANGUAGES } from '../../../src/ui/texts/texts.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { VIEWS } from '../visual/views.ts';
import { faults as axeFaults } from './axe-faults.ts';
import { choose, openJob, useEmptyDatabase } from './open-editor.ts';
import { chooseAll, PLACES } from './places.ts';
import { renderApp } from './render-app.ts';

useEmptyDatabase();

const WIDTH = 320;
/** The sources, and the two with the longest texts; every night, all of them. */
const SHOWN = inject('isThorough') ? LANGUAGES : (['en', 'de', 'fr'] as const);

beforeEach(async () => {
  withTexts(() => undefined);
  await page.viewport(WIDTH, 640);
});
afterEach(async () => {
  delete document.documentElement.dataset.theme;
  await chooseLanguage(null);
  await page.viewport(1280, 800);
});

/** Tables of data and captions' rows scroll by themselves, with a name and by the keyboard. */
const SCROLLS = '[role="region"][tabindex="0"]';

const nameOf = (element: Element) =>
  `${element.localName}.${[...element.classList].join('.')} “${(element.textContent ?? '').trim().slice(0, 40)}”`;

function isCut(element: Element): boolean {
  for (let one = element.parentElement; one; one = one.parentElement)
    if (/auto|scroll|hidden/.test(getComputedStyle(one).overflowX)) return true;
  return false;
}

/** Elements that reach beyond the page, and those that scroll sideways. */
function tooWide(): string[] {
  const found = document.documentElement.scrollWidth > WIDTH ? ['the page'] : [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const { right, left } = element.getBoundingClientRect();
    const isWide = right > WIDTH + 0.5 || left < -0.5;
    const isFull = element.scrollWidth > element.clientWidth + 1;
    // Styles are asked for last: in most elements both are false.
    if (!isWide && !isFull) continue;
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden'))
      continue;
    // What the page clips at its edge is lost; elsewhere a long name is cut short.
    if (isWide && !isCut(element)) found.push(`reaches out: ${nameOf(element)}`);
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX);
    if (scrolls && isFull && !element.matches(SCROLLS)) found.push(`scrolls: ${nameOf(element)}`);
  }
  return found;
}

/** What is too wide in the page as it is, in each of these languages. */
async function faults(): Promise<string[]> {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const found: string[] = [];
  for (const language of SHOWN) {
    await chooseLanguage(language);
    // Texts are drawn in the next frame.
    await new Promise(requestAnimationFrame);
    found.push(...tooWide().map((one) => `${language}: ${one}`));
  }
  return found;
}

/** As text: the last screen of a run shows the first line of a failure alone. */
const expectNoFaults = async () => expect((await faults()).join('; ')).toBe('');

const dialog = () => page.getByRole('dialog');

test('a row that is too wide is found, and one that scrolls', async () => {
  await renderApp();
  const wide = document.querySelector('main')?.appendChild(document.createElement('p'));
  if (!wide) throw new Error('There is no page.');
  wide.style.width = '400px';
  expect((await faults()).join()).toContain('reaches out: p');
  wide.style.width = 'auto';
  wide.style.overflow = 'auto';
  wide.textContent = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle'.repeat(2);
  wide.style.overflowWrap = 'normal';
  expect((await faults()).join()).toContain('scrolls: p');
  wide.remove();
});

test.each(Object.entries(VIEWS))('the view %s does not scroll sideways', async (_, show) => {
  await show();
  await expectNoFaults();
});

/** What each place has that a view has not: its width, and then, with room for it, what axe finds. */
describe('every place', { tags: THOROUGH_TAG }, () => {
  test.each(PLACES)(
    'nothing scrolls sideways, and axe finds no fault, in %s',
    async (_, { open, within }) => {
      await open();
      await expectNoFaults();
      await chooseLanguage(null);
      expect(await axeFaults(within ?? undefined)).toEqual([]);
    },
  );
});

test('nothing scrolls sideways in any format of an export', { tags: THOROUGH_TAG }, async () => {
  await openJob();
  await choose('Export', 'More formats');
  await expect.element(dialog()).toBeVisible();
  const select = document.querySelector<HTMLSelectElement>('dialog select');
  const formats = [...(select?.options ?? [])].map(({ value }) => value);
  expect(formats.length).toBeGreaterThan(10);
  const found: string[] = [];
  for (const format of formats) {
    if (select) select.value = format;
    select?.dispatchEvent(new Event('change', { bubbles: true }));
    found.push(...(await faults()).map((one) => `${format}, ${one}`));
  }
  expect(found.join('; ')).toBe('');
});

test('nothing scrolls sideways where many are chosen', async () => {
  await chooseAll();
  await expectNoFaults();
});

test.each([
  ['#/live', 'Live'],
  ['#/pool', 'Pool'],
] as const)('nothing scrolls sideways in %s', async (hash, title) => {
  await renderApp({ hash });
  await expect.element(page.getByRole('heading', { name: title }).first()).toBeVisible();
  await expectNoFaults();
});
