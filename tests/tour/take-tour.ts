import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright';
import { ensureBrowser } from '../../src/cli/browser/ensure-browser.ts';
import { noOptions } from '../../src/cli/no-options.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { startServer } from '../../src/cli/server/serve.ts';
import { runToEnd } from '../runner/run-to-end.ts';
import { NARROW, takeManifestPicture, takePicture, takeReadmePicture, WIDE } from './tour-pictures.ts';

noOptions(`Usage: npm run tour

Walks through the built app as docs/tour.md tells it, and takes its pictures and those of the web app's manifest. A step whose
words are not on the page ends it with an error.`);

const PATIENCE_MS = 180_000;
const clip = (name: string) => join(PROJECT_ROOT, 'tests/fixtures/mini/audio', name);
const CONVERSATION = join(PROJECT_ROOT, '../shared/audio/corpus/google-docs-samples/commercial_mono.wav');
/** Miniatures that understand only synthetic speech. */
const MINIATURES = [join(PROJECT_ROOT, 'tests/fixtures/mini')];

async function open(browser: Browser, url: string, locale = 'en-GB'): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: WIDE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

const close = (page: Page) => page.context().close();
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const finished = (page: Page) => page.getByRole('button', { name: 'Copy the text' }).waitFor();

/** Scrolls a heading to the top, with room above it. */
const showHeading = (heading: Locator) =>
  heading.evaluate((element) => {
    if (element instanceof HTMLElement) element.style.scrollMarginTop = '1.5rem';
    element.scrollIntoView({ block: 'start' });
  });

/** The first minute: the first view and the sample, with the models that are part of the app. */
async function firstMinute(browser: Browser, url: string): Promise<void> {
  const page = await open(browser, url);
  await page.getByRole('heading', { name: 'Add a recording.' }).waitFor();
  await takePicture(page, 'first-view');
  await button(page, 'Try the sample').click();
  await finished(page);
  await button(page, 'Side panel').click();
  await page.getByRole('heading', { name: 'Summary' }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await takePicture(page, 'sample');
  await takeManifestPicture(page, 'wide', WIDE);
  // Over the text where it is not beside it.
  await button(page, 'Close the side panel').click();
  await takePicture(page, 'sample-narrow', NARROW);
  await takeManifestPicture(page, 'narrow', NARROW);
  await close(page);
}

/** A model that is offered, the options, the models and the settings, where the app was exported without models. */
async function withoutModels(browser: Browser, url: string): Promise<void> {
  const page = await open(browser, url);
  // What the small English model does not know.
  await page.getByLabel('Recordings to transcribe').setInputFiles(clip('de_hallo.wav'));
  await button(page, /^Download \(/).waitFor();
  await takePicture(page, 'model-offered');
  await page.getByText('Options', { exact: true }).click();
  await page.getByRole('dialog', { name: 'Options for new recordings' }).waitFor();
  await takePicture(page, 'options');
  await page.keyboard.press('Escape');

  await button(page, 'Models').click();
  await page.getByRole('heading', { name: 'What else do you need?' }).waitFor();
  await takePicture(page, 'models');
  await page.keyboard.press('Escape');

  await button(page, 'Settings').click();
  const storage = page.getByRole('heading', { name: 'Storage' });
  await page.getByRole('list', { name: 'What storage is used for' }).waitFor();
  await showHeading(storage);
  await takePicture(page, 'storage');
  const ledger = page.getByRole('heading', { name: 'Network' });
  await showHeading(ledger);
  await takePicture(page, 'network');
  await close(page);
}

/** While it runs, and a queue of recordings. */
async function whileItRuns(browser: Browser, url: string): Promise<void> {
  const page = await open(browser, url);
  await page.getByLabel('Recordings to transcribe').setInputFiles(clip('en_60s.flac'));
  await page.getByRole('heading', { name: 'Text so far' }).waitFor();
  await page.getByLabel('Search the text so far').fill('Emma');
  await page.locator('mark').first().waitFor();
  await takePicture(page, 'running');
  await finished(page);
  const files = [
    'en_60s.flac',
    'en_25s.flac',
    'de_hallo.wav',
    'fr_bonjour.wav',
    'es_hola.wav',
    'it_ciao.wav',
  ];
  await page.getByLabel('Recordings to transcribe').setInputFiles(files.map(clip));
  await button(page, /^Transcribe 6 recordings/).click();
  await button(page, 'Pause all').click();
  await takePicture(page, 'queue');
  await close(page);
}

/** Who says what in the dialogue, where no model distinguishes voices. */
const DIALOGUE = [
  ['Good morning Emma', 'John'],
  ['Good morning John', 'Emma'],
  ['When is', 'John'],
  ['My meeting', 'Emma'],
  ['Where is', 'John'],
  ['The school', 'Emma'],
  ['Thanks', 'John'],
  ['Goodbye', 'Emma'],
] as const;

/** Puts the caret before a text. */
const caretBefore = (page: Page, text: string) =>
  page
    .locator('[data-paragraph]')
    .filter({ hasText: text })
    .last()
    .evaluate((block, wanted) => {
      if (block instanceof HTMLElement) block.focus();
      getSelection()?.collapse(block.firstChild, (block.textContent ?? '').indexOf(wanted));
    }, text);

/** A transcript is corrected: paragraphs and speakers by the keyboard, then its captions. */
async function correct(browser: Browser, url: string): Promise<void> {
  const page = await open(browser, url);
  await page.getByLabel('Recordings to transcribe').setInputFiles(clip('dialogue_en.flac'));
  await finished(page);
  await button(page, 'Edit').click();
  const names = new Set<string>();
  for (const [index, [sentence, name]] of DIALOGUE.entries()) {
    await caretBefore(page, sentence);
    if (index > 0) await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+KeyS');
    const dialog = page.getByRole('dialog');
    if (names.has(name)) await dialog.getByRole('button', { name, exact: true }).first().click();
    else {
      await dialog.getByLabel('New speaker').fill(name);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    }
    names.add(name);
    await dialog.waitFor({ state: 'hidden' });
  }
  await page.keyboard.press('Control+s');
  await page.getByText('Saved', { exact: true }).waitFor();
  await button(page, 'Play from 0:07').click();
  await button(page, 'Pause').click();
  await page.evaluate(() => scrollTo(0, 0));
  await takePicture(page, 'correcting');

  await button(page, 'More').click();
  await button(page, 'Captions').click();
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByLabel('End of caption 2', { exact: true }).focus();
  await takePicture(page, 'captions');
  await close(page);
}

/** The interface in another language. */
async function otherLanguage(browser: Browser, url: string): Promise<void> {
  const page = await open(browser, url, 'de-DE');
  await page.getByRole('heading', { name: /Aufnahme hinzufügen/ }).waitFor();
  await button(page, 'Beispiel ausprobieren').click();
  await button(page, 'Seitenleiste').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await takePicture(page, 'german');
  await close(page);
}

/** Two people on the telephone: what README shows, with the models that are part of the app. */
async function conversation(browser: Browser, url: string): Promise<void> {
  if (!existsSync(CONVERSATION)) {
    console.log('Left out: the picture of README, whose recording is not here.');
    return;
  }
  const page = await open(browser, url);
  await page
    .getByLabel('Recordings to transcribe')
    .setInputFiles({ name: 'Order.wav', mimeType: 'audio/wav', buffer: readFileSync(CONVERSATION) });
  await finished(page);
  await page.getByText('Speaker 2').first().waitFor();
  await button(page, 'Side panel').click();
  await button(page, 'Summarise').click();
  await page.getByText('Made without a model.').waitFor();
  await takeReadmePicture(page);
  await close(page);
}

async function run(): Promise<number> {
  const executablePath = await ensureBrowser('chromium');
  const log = (line: string) => console.error(line);
  const empty = await startServer({ port: 0, withoutModels: true, log });
  const supplied = await startServer({ port: 0, log, modelsDir: MINIATURES.join(delimiter) });
  const complete = await startServer({ port: 0, log });
  const browser = await chromium.launch({ executablePath });
  try {
    await conversation(browser, complete.url);
    await firstMinute(browser, complete.url);
    await withoutModels(browser, empty.url);
    await whileItRuns(browser, supplied.url);
    await correct(browser, supplied.url);
    await otherLanguage(browser, complete.url);
  } finally {
    await browser.close();
    await Promise.all([empty, supplied, complete].map((server) => server.close()));
  }
  return 0;
}

await runToEnd(run);
