import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { APP_WITH_MODELS, NEW_APP } from '../runner/test-addresses.ts';
import { isThorough, THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { choose } from './open-editor.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

/** As a new user sees the app: only the built-in model is installed. */
const NEW_USER = `${NEW_APP}/`;

const SIZES = { narrow: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } };
/** The narrowest in the dark; all pairs in a thorough run, and in the views of tests/browser/ui/accessible.test.ts and narrow.test.ts. */
const LOOKS = [
  ['narrow', 'dark'],
  ...(isThorough
    ? ([
        ['wide', 'light'],
        ['narrow', 'light'],
        ['wide', 'dark'],
      ] as const)
    : []),
] as const;

/**
 * Checks the page at narrow and wide widths, light and dark: takes a picture, finds no axe violation and nothing cut
 * off at the side.
 */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [size, colorScheme] of LOOKS) {
    await page.setViewportSize(SIZES[size]);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({
      path: `test-results/screenshots/${name}-${size}-${colorScheme}.png`,
      fullPage: true,
    });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(faults, `${name} ${size} ${colorScheme}`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} ${size}: pixels beyond the right edge`).toBe(0);
  }
  await page.setViewportSize(SIZES.wide);
}

async function trySample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await expect(page.getByText('Sample', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy the text' })).toBeVisible({ timeout: 120_000 });
}

/** A new user's page; it shows the sample's transcript once one test has asked for that. */
let visit: Page;
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  visit = await context.newPage();
  await openApp(visit, NEW_USER);
});
test.afterAll(() => visit.context().close());

let isTried = false;
async function sampled(): Promise<Page> {
  if (!isTried) await trySample(visit);
  isTried = true;
  return visit;
}

test('the empty page looks right and is accessible', { tag: THOROUGH }, async () => {
  await inspect(visit, 'empty');
});

test('a new user tries the sample and reads a real transcript', async () => {
  const page = await sampled();
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText('landing a man on the moon');
  await expect(page.getByText('Draft: some words may be wrong.')).toBeVisible();
  if (isThorough) await inspect(page, 'transcript');
});

test("a person's own recording in another language waits for a model, says why and offers the download with its size", async ({
  page,
}) => {
  await openApp(page, NEW_USER);
  await page
    .getByLabel('Recordings to transcribe')
    .setInputFiles([clip('en_hello.wav').path, clip('en_pii.wav').path]);
  await page.getByRole('combobox', { name: 'Languages spoken' }).selectOption('de');
  await inspect(page, 'several files');
  await page.getByRole('button', { name: 'Transcribe 2 recordings' }).click();
  await expect(page.getByText(/No speech model is installed/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Download \(\d+ MB\)/ }).first()).toBeVisible();
  await expect(page.getByText('en_pii.wav').first()).toBeVisible();
  await inspect(page, 'waiting');
});

test('more formats: a Word document, and a template whose fault is named', { tag: THOROUGH }, async () => {
  const page = await sampled();
  await choose(page, 'Export', 'More formats');
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'export');
  // The side panel has one for its summary.
  const download = page
    .getByRole('group', { name: 'Export' })
    .getByRole('button', { name: 'Download', exact: true });
  await page.getByLabel('Format').selectOption('Template');
  const template = page.getByLabel('Template, written once for each paragraph');
  await template.fill('{{speeker}}');
  await download.click();
  await expect(page.getByRole('alert')).toContainText('line 1: unknown field "speeker"');

  await page.getByLabel('Format').selectOption('Word (DOCX)');
  const downloading = page.waitForEvent('download');
  await download.click();
  const saved = await downloading;
  expect(saved.suggestedFilename()).toBe('speech.docx');
  const parts = unzipSync(new Uint8Array(await readFile(await saved.path())));
  expect(strFromU8(parts['word/document.xml'] ?? new Uint8Array())).toContain('moon');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a backup brings back what was deleted', async () => {
  const page = await sampled();
  await page.evaluate(() => {
    // Only users can answer its dialog; without it the backup is a download.
    Object.assign(globalThis, { showSaveFilePicker: undefined });
  });
  await page.getByRole('button', { name: 'Settings' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Back up everything' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^earshot-backup-\d{4}-\d\d-\d\d\.zip$/);
  const bytes = await readFile(await download.path());
  await page.keyboard.press('Escape');

  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete now' }).click();
  await expect(page.getByRole('button', { name: 'Copy the text' })).toBeHidden();

  const restore = (buffer: Buffer) =>
    page
      .getByLabel('Restore a backup')
      .setInputFiles({ name: 'old.zip', mimeType: 'application/zip', buffer });
  await page.getByRole('button', { name: 'Settings' }).click();
  await restore(bytes.subarray(0, bytes.length / 2));
  await expect(
    page.getByText(/"old.zip" is a zip archive without its end: .*\. Nothing was changed\./),
  ).toBeVisible();
  await restore(bytes);
  await expect(page.getByText('Restored 1 transcript and 1 recording.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: /speech/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Copy the text' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('moon');
});

test('the device is measured with a minute of speech, as a row for the documentation', {
  tag: THOROUGH,
}, async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await openApp(page, APP_WITH_MODELS);
  await page.getByRole('button', { name: 'Models' }).click();
  await page.getByText('All models, and your own').click();
  await page.getByRole('button', { name: 'Measure this device' }).click();
  const dialog = page.getByRole('dialog');
  const verdict = dialog.getByText(/ takes about .+ for a minute of speech here\.$/);
  await expect(verdict.or(dialog.getByRole('alert'))).toHaveText(/minute of speech/, { timeout: 120_000 });
  const row = await dialog.getByText(/^\| .*\| Chromium/).textContent();
  expect(row).toMatch(/^\| .*\d+ cores.* \| Chromium \d+ \| [\w.-]+ \| wasm \| 6\d s \| [\d.]+ × \|$/);
  await page.getByRole('button', { name: 'Copy the row' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(row);
  await page.keyboard.press('Escape');
  // It leaves no recording behind.
  await expect(page.getByRole('link', { name: /measurement/ })).toHaveCount(0);
  await context.close();
});

test('models, service key and deletion, by keyboard alone', { tag: THOROUGH }, async () => {
  const page = await sampled();
  await page.getByRole('button', { name: 'Models' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  if (isThorough) await inspect(page, 'models');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Service keys' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Service keys' })).toBeVisible();
  if (isThorough) await inspect(page, 'key');
  await page.keyboard.press('Escape');

  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copy the text' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /speech/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copy the text' })).toBeVisible();
});
