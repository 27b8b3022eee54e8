import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PANEL_TABS } from '../../../src/ui/transcript/panel-tabs.ts';
import { InPageService, makeDone, makeUtterances } from './in-page-service.ts';
import { makeVideo } from './make-video.ts';
import { button, choose, openEditor, openJob, openMenu, panel, select } from './open-editor.ts';
import { renderApp } from './render-app.ts';

const dialog = () => page.getByRole('dialog');

/** The dialog in front, behind which the page is inert; without one, the whole page. */
export const front = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
const sidePanel = () => page.getByRole('region', { name: 'Side panel' }).elements()[0] ?? document.body;

interface Place {
  open(): Promise<unknown>;
  /** The part of the page that is the place; null for all of it. */
  within: (() => Element) | null;
}

/** Opens what a key opens for a selection. */
async function openForSelection(key: string): Promise<void> {
  await openEditor();
  select(0, 'good');
  await userEvent.keyboard(`{Alt>}${key}{/Alt}`);
  await expect.element(dialog()).toBeVisible();
}

/** What people open in a view, beside, above and in front of it. */
export const PLACES: [string, Place][] = [
  ...['Keys', 'Find', 'Unsure words (2)'].map((name): [string, Place] => [
    `"${name}", while correcting`,
    {
      async open() {
        await openEditor();
        await choose('More', name);
        if (name === 'Keys') await expect.element(dialog()).toBeVisible();
      },
      within: front,
    },
  ]),
  ...Object.values(PANEL_TABS).map((name): [string, Place] => [
    `the part "${name}" of the panel`,
    {
      async open() {
        await openJob();
        await panel(name);
      },
      within: sidePanel,
    },
  ]),
  ...(['Export', 'More'] as const).map((name): [string, Place] => [
    `the menu "${name}"`,
    {
      async open() {
        await openEditor();
        await openMenu(name);
      },
      within: null,
    },
  ]),
  [
    'a video',
    {
      async open() {
        const job = makeDone(makeUtterances(10), 'talk.webm');
        await openJob(job, await makeVideo());
        await expect.element(page.getByRole('region', { name: 'Video' })).toBeVisible();
      },
      within: null,
    },
  ],
  ['what a search finds', { open: findPassage, within: null }],
  ['the speaker of a selection', { open: () => openForSelection('s'), within: front }],
  ['recognising a selection again', { open: () => openForSelection('r'), within: front }],
  ...(
    [
      ['Export', 'More formats'],
      ['More', 'Import a transcript'],
      ['More', 'Name, tags and folder'],
    ] as const
  ).map(([menu, name]): [string, Place] => [
    `"${menu}: ${name}"`,
    {
      async open() {
        await openJob();
        await openMenu(menu);
        await button(name).last().click();
        await expect.element(dialog()).toBeVisible();
      },
      within: front,
    },
  ]),
  ...['Tags and folder', 'Export', 'Transcribe again', 'Back up'].map((name): [string, Place] => [
    `"${name}", where many are chosen`,
    {
      async open() {
        await chooseAll();
        await button(name).click();
        await expect.element(dialog()).toBeVisible();
      },
      within: front,
    },
  ]),
  [
    'the keys of the service',
    {
      async open() {
        await renderApp();
        await button('Settings').click();
        await button('Service keys').click();
        // The settings are a dialog themselves.
        await expect.element(page.getByRole('dialog', { name: 'Service keys' })).toBeVisible();
      },
      within: front,
    },
  ],
];

/** The list with the passages of a word. */
async function findPassage(): Promise<void> {
  const service = new InPageService();
  service.jobs = [makeDone(makeUtterances(10), 'a.wav')];
  await renderApp({ service });
  await page.getByRole('searchbox').fill('word7');
  await expect.element(page.getByRole('list', { name: 'Passages' })).toBeVisible();
}

/** The list with all its recordings chosen. */
export async function chooseAll(): Promise<void> {
  const service = new InPageService();
  service.jobs = ['a.wav', 'b.wav'].map((file) => makeDone(makeUtterances(10), file));
  await renderApp({ service });
  await button('Filters').click();
  await button('Select').click();
  await page.getByRole('checkbox', { name: 'All 2' }).click();
}
