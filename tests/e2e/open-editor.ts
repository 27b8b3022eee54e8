import { expect, type Page } from '@playwright/test';
import { clip } from './clips.ts';
import { transcribe } from './page-service.ts';

/** The API's answer in text. */
export const textOf = async (page: Page, id: string, format = 'txt') =>
  page.evaluate(
    async ([job, kind]) => {
      const { transcript } = await import(/* @vite-ignore */ `${location.origin}/earshot.js`);
      return transcript(job, { format: kind, names: true });
    },
    [id, format],
  );

export const paragraph = (page: Page, index = 0) => page.locator('[data-paragraph]').nth(index);
export const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible();

/** Opens a new transcript of "Hello my name is John Smith. Where is the train?" for correcting. */
export async function openEditor(page: Page): Promise<string> {
  const job = await transcribe(page, clip('en_hello.wav').path);
  await page.goto(`/#/jobs/${job.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(paragraph(page)).toContainText('John Smith');
  return job.id;
}

/** Chooses a button of one of the menus above a transcript. */
export async function choose(page: Page, menu: 'Export' | 'More', name: string | RegExp) {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
}

/** The side panel, opened at one of its tabs. */
export async function panel(page: Page, tab: string) {
  const section = page.getByRole('region', { name: 'Side panel' });
  const toggle = page.getByRole('button', { name: 'Side panel', exact: true });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  await section.getByRole('tablist').waitFor();
  const inRow = section.getByRole('tab', { name: tab, exact: true });
  if (await inRow.isVisible()) await inRow.click();
  else {
    await section.getByRole('button', { name: 'More of this recording' }).click();
    await section.getByRole('button', { name: tab }).first().click();
  }
  return section;
}

/** Puts the caret before or after a text. */
export async function caretAt(page: Page, text: string, { after = false, index = 0 } = {}): Promise<void> {
  await paragraph(page, index).evaluate(
    (element, { wanted, isAfter }) => {
      element.focus();
      const at = (element.textContent ?? '').indexOf(wanted) + (isAfter ? wanted.length : 0);
      getSelection()?.collapse(element.firstChild, at);
    },
    { wanted: text, isAfter: after },
  );
}

/** Selects a text of a paragraph. */
export async function selectText(page: Page, text: string, index = 0): Promise<void> {
  await caretAt(page, text, { index });
  for (let n = 0; n < text.length; n++) await page.keyboard.press('Shift+ArrowRight');
}
