import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseLanguage } from '../../../src/ui/texts/choose-language.ts';
import { withTexts } from '../../../src/ui/texts/interface-language.svelte.ts';
import { LANGUAGES } from '../../../src/ui/texts/texts.ts';
import { PANEL_TABS } from '../../../src/ui/transcript/panel-tabs.ts';
import { VIEWS } from '../visual/views.ts';
import { InPageService, makeDone, makeUtterances } from './in-page-service.ts';
import {
  block,
  button,
  choose,
  openEditor,
  openJob,
  openMenu,
  panel,
  select,
  useEmptyDatabase,
} from './open-editor.ts';
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

test.each(Object.values(PANEL_TABS))(
  'nothing scrolls sideways in the part "%s" of the panel',
  async (name) => {
    await openJob();
    await panel(name);
    await expectNoFaults();
  },
);

test.each(['Keys', 'Find', 'Unsure words (2)'])(
  'nothing scrolls sideways while correcting, in "%s"',
  async (name) => {
    await openEditor();
    await choose('More', name);
    if (name === 'Keys') await expect.element(dialog()).toBeVisible();
    await expectNoFaults();
  },
);

test.each(['Export', 'Share', 'More'] as const)('nothing scrolls sideways in the menu "%s"', async (name) => {
  await openEditor();
  await openMenu(name);
  await expectNoFaults();
});

test('nothing scrolls sideways in the dialogs of a selection', async () => {
  await openEditor();
  select(0, 'good');
  await expectNoFaults();
  await chooseLanguage(null);
  await userEvent.keyboard('{Alt>}s{/Alt}');
  await expect.element(dialog()).toBeVisible();
  await expectNoFaults();
  await userEvent.keyboard('{Escape}');
  block(0).focus();
  select(0, 'good');
  await userEvent.keyboard('{Alt>}r{/Alt}');
  await expect.element(dialog()).toBeVisible();
  await expectNoFaults();
});

test.each([
  ['Export', 'More formats'],
  ['More', 'Import a transcript'],
  ['More', 'Name, tags and folder'],
] as const)('nothing scrolls sideways in "%s: %s"', async (menu, name) => {
  await openJob();
  await openMenu(menu);
  await button(name).last().click();
  await expect.element(dialog()).toBeVisible();
  await expectNoFaults();
});

test('nothing scrolls sideways in any format of an export', async () => {
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

test.each(['Tags and folder', 'Export', 'Transcribe again', 'Back up'])(
  'nothing scrolls sideways where many are chosen, in "%s"',
  async (name) => {
    const service = new InPageService();
    service.jobs = ['a.wav', 'b.wav'].map((file) => makeDone(makeUtterances(10), file));
    await renderApp({ service });
    await button('Filters').click();
    await button('Select').click();
    await page.getByRole('checkbox', { name: 'All 2' }).click();
    await expectNoFaults();
    await chooseLanguage(null);
    await button(name).click();
    await expect.element(dialog()).toBeVisible();
    await expectNoFaults();
  },
);

test('nothing scrolls sideways in the keys of the service', async () => {
  await renderApp();
  await button('Settings').click();
  await button('Service keys').click();
  // The settings are a dialog themselves.
  await expect.element(page.getByRole('dialog', { name: 'Service keys' })).toBeVisible();
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
