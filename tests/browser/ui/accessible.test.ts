import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PANEL_TABS } from '../../../src/ui/transcript/panel-tabs.ts';
import { VIEWS } from '../visual/views.ts';
import { faults } from './axe-faults.ts';
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

afterEach(async () => {
  delete document.documentElement.dataset.theme;
  await page.viewport(1280, 800);
});

test('axe finds a fault that is there', async () => {
  await renderApp();
  const broken = document.querySelector('main')?.appendChild(document.createElement('select'));
  expect((await faults()).join()).toContain('select-name');
  broken?.remove();
});

const dialog = () => page.getByRole('dialog');

/** The dialog in front, behind which the page is inert; views without one are gone through whole. */
const front = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
const sidePanel = () => page.getByRole('region', { name: 'Side panel' }).elements()[0] ?? document.body;

test('axe finds a fault in the dialog in front', async () => {
  await renderApp();
  await button('Settings').click();
  await expect.element(dialog()).toBeVisible();
  expect(front()).toBe(dialog().element());
  front().appendChild(document.createElement('select'));
  expect((await faults(front)).join()).toContain('select-name');
});

test.each(Object.entries(VIEWS))('the view %s has no fault that axe finds', async (_, show) => {
  await show();
  expect(await faults()).toEqual([]);
});

describe('no fault is found by axe', () => {
  test.each(['Keys', 'Find', 'Unsure words (2)'])(
    'where a transcript is corrected, in "%s"',
    async (name) => {
      await openEditor();
      await choose('More', name);
      if (name === 'Keys') await expect.element(dialog()).toBeVisible();
      expect(await faults(front)).toEqual([]);
    },
  );

  test.each(Object.values(PANEL_TABS))('beside a transcript, in "%s"', async (name) => {
    await openJob();
    await panel(name);
    expect(await faults(sidePanel)).toEqual([]);
  });

  test.each(['Export', 'Share', 'More'] as const)('in the menu "%s"', async (name) => {
    await openEditor();
    await openMenu(name);
    expect(await faults()).toEqual([]);
  });

  test('in what the keyboard opens for a selection: its speaker, and hearing it again', async () => {
    await openEditor();
    select(0, 'good');
    await userEvent.keyboard('{Alt>}s{/Alt}');
    await expect.element(dialog()).toBeVisible();
    expect(await faults(front)).toEqual([]);
    await userEvent.keyboard('{Escape}');
    block(0).focus();
    select(0, 'good');
    await userEvent.keyboard('{Alt>}r{/Alt}');
    await expect.element(dialog()).toBeVisible();
    expect(await faults(front)).toEqual([]);
  });

  test.each([
    ['Export', 'More formats'],
    ['More', 'Import a transcript'],
    ['More', 'Name, tags and folder'],
  ] as const)('above a transcript, in "%s: %s"', async (menu, name) => {
    await openJob();
    await openMenu(menu);
    await button(name).last().click();
    await expect.element(dialog()).toBeVisible();
    expect(await faults(front)).toEqual([]);
  });

  test.each(['Tags and folder', 'Export', 'Transcribe again', 'Back up'])(
    'where many are chosen, in "%s"',
    async (name) => {
      const service = new InPageService();
      service.jobs = ['a.wav', 'b.wav'].map((file) => makeDone(makeUtterances(10), file));
      await renderApp({ service });
      await button('Filters').click();
      await button('Select').click();
      await page.getByRole('checkbox', { name: 'All 2' }).click();
      await button(name).click();
      await expect.element(dialog()).toBeVisible();
      expect(await faults(front)).toEqual([]);
    },
  );

  test('in the keys of the service', async () => {
    await renderApp();
    await button('Settings').click();
    await button('Service keys').click();
    await expect.element(dialog()).toBeVisible();
    expect(await faults(front)).toEqual([]);
  });
});
