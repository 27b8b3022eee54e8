import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

/** President Kennedy on 25 May 1961: "I believe that this nation …". */
const SPEECH = fileURLToPath(new URL('../../public/demo/speech.flac', import.meta.url));
const MOST_KEYS = 25;

test(`by keys alone, an own recording is transcribed, corrected and exported in at most ${MOST_KEYS}`, async ({
  page,
}) => {
  /** Each key or combination that is pressed. */
  const keys: string[] = [];
  const press = async (key: string) => {
    keys.push(key);
    await page.keyboard.press(key);
  };
  const focused = page.locator(':focus');
  const reach = async (button: string, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    const wanted = page.getByRole('button', { name: button, exact: true });
    await expect(wanted).toBeVisible();
    while (!(await wanted.evaluate((one) => one === document.activeElement))) {
      expect(keys.length, `${keys.join(', ')}: "${button}" is not reached`).toBeLessThan(2 * MOST_KEYS);
      await press(key);
    }
  };

  // Asked for early: a file chooser that opens before it is watched is cancelled at once where no window is shown.
  const choosing = page.waitForEvent('filechooser');
  await openApp(page, NEW_APP);
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await press('Tab');
  await expect(focused).toHaveText('Skip to content');
  await press('Enter');
  await reach('Choose files');
  await press('Enter');
  await (await choosing).setFiles(SPEECH);

  // The recording opens by itself, and the focus is on its text.
  const text = page.getByRole('list', { name: 'Transcript' });
  await expect(text).toBeFocused({ timeout: 120_000 });
  await press('Enter');
  await expect(page.locator('[data-paragraph]').first()).toHaveAttribute('contenteditable');
  await expect(page.locator('[data-paragraph]').first()).toBeFocused();
  await press('Control+Delete');
  for (const letter of 'We') await press(letter);
  await expect(page.locator('[data-paragraph]').first()).toContainText(/^We\s*believe/i);

  await reach('Export', 'Shift+Tab');
  await press('Enter');
  await expect(focused).toHaveAccessibleName('Word (DOCX)');
  for (const key of ['Tab', 'Tab', 'Enter']) await press(key);
  await expect(focused).toHaveAccessibleName('Download');
  const downloading = page.waitForEvent('download');
  await press('Enter');
  const file = await (await downloading).path();
  expect(readFileSync(file, 'utf8')).toMatch(/\bWe\s*believe/);
  expect(keys.length, keys.join(', ')).toBeLessThanOrEqual(MOST_KEYS);
});
