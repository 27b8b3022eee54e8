import { afterAll, beforeAll, expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';
import type { PreRecordedJob } from '../../../src/contract/jobs/pre-recorded-job.ts';
import type { Utterance } from '../../../src/contract/transcripts/utterance.ts';
import { closeDatabase, DATABASE_NAME, database } from '../../../src/storage/database/database.ts';
import { said } from '../../fakes/corrected-document.ts';
import { InPageModels, InPageService, makeDone, makeWav } from './in-page-service.ts';
import { renderApp } from './render-app.ts';

export const SAID: Utterance[] = [
  said({ text: 'Um, good morning everyone and thank you for coming here today.', at: 1, speaker: 0 }),
  said({ text: 'Uh morning to you.', at: 10, speaker: 1 }),
  said({ text: 'Shall we begin with the first question of the day?', at: 16, speaker: 0 }),
].map((utterance, index) => ({
  ...utterance,
  words: utterance.words.map((word, at) => (at === 3 && index < 2 ? { ...word, confidence: 0.4 } : word)),
}));

async function deleteDatabase() {
  // An app that is still there, from another file, would open it again.
  await cleanup();
  await closeDatabase();
  await new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(DATABASE_NAME);
    deleting.onsuccess = resolve;
    deleting.onerror = resolve;
  });
}

/** Corrections are stored as in the app: call it once in a file. */
export function useEmptyDatabase(): void {
  beforeAll(deleteDatabase);
  afterAll(deleteDatabase);
}

/** Opens a new job; its corrections are stored as in the app. */
export async function openJob(
  job: PreRecordedJob = makeDone(SAID),
  audio: Blob = makeWav(24),
  models = new InPageModels(),
) {
  const service = new InPageService();
  service.jobs = [job];
  service.audio = audio;
  // Saving asks whether the job is still there.
  const stored = await database();
  const row = { id: job.id, created_at: job.created_at, status: 'done' };
  await Reflect.apply(stored.put, stored, ['jobs', row]);
  const peaks = Uint8Array.from({ length: 24 * 50 }, (_, index) => (index * 7) % 256);
  await stored.put('peaks', { rate: 50, peaks }, job.file?.id ?? '');
  const rendered = await renderApp({ service, models, hash: `#/jobs/${job.id}` });
  return { ...rendered, job };
}

/** Opens a new job for correcting. */
export async function openEditor(...opened: Parameters<typeof openJob>) {
  const rendered = await openJob(...opened);
  await button('Edit').click();
  await expect.poll(() => blocks()[0]?.textContent).toBeTruthy();
  return rendered;
}

export const blocks = () => [...document.querySelectorAll<HTMLElement>('[data-paragraph]')];
export function block(index: number): HTMLElement {
  const found = blocks()[index];
  if (!found) throw new Error(`There is no paragraph ${index}.`);
  return found;
}
export const button = (name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Chooses a button of one of the menus in the bar. */
export async function choose(menu: 'Export' | 'More', name: string | RegExp): Promise<void> {
  await openMenu(menu);
  await button(name).click();
}

export async function openMenu(menu: 'Export' | 'More'): Promise<void> {
  const opener = page.getByRole('button', { name: menu, exact: true });
  await expect.element(opener).toBeVisible();
  if (opener.element().getAttribute('aria-expanded') !== 'true') await opener.click();
}

/** The side panel, opened at one of its tabs. */
export async function panel(tab: string) {
  const section = page.getByRole('region', { name: 'Side panel' });
  const toggle = page.getByRole('button', { name: 'Side panel', exact: true });
  await expect.element(toggle).toBeVisible();
  if (toggle.element().getAttribute('aria-expanded') === 'false') await toggle.click();
  await expect.element(section.getByRole('tablist')).toBeVisible();
  const inRow = section.getByRole('tab', { name: tab, exact: true });
  if (inRow.query()) await inRow.click();
  else {
    await section.getByRole('button', { name: 'More of this recording' }).click();
    await section.getByRole('button', { name: tab }).first().click();
  }
  return section;
}

export const closePanel = () => page.getByRole('button', { name: 'Close the side panel' }).click();

export function select(index: number, text: string): void {
  const element = block(index);
  element.focus();
  const at = (element.textContent ?? '').indexOf(text);
  getSelection()?.setBaseAndExtent(
    element.firstChild ?? element,
    at,
    element.firstChild ?? element,
    at + text.length,
  );
}

/** What is marked in the text. */
export const painted = (name: string) =>
  [...(CSS.highlights.get(name) ?? [])].map((range) => String(range)).sort();
export const save = async () => {
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
};
