import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { translateTextHere } from '../../../src/client/api/translate-text.ts';
import { announce } from '../../../src/contract/realms/channel.ts';
import { translateTexts } from '../../../src/host/translate-texts.ts';
import { browserModelsOf } from '../../../src/models/browser/browser-models.ts';
import { fakeBrowserAi } from '../../fakes/browser-ai.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { faults } from '../ui/axe-faults.ts';
import { InPageModels } from '../ui/in-page-service.ts';
import { useEmptyDatabase } from '../ui/open-editor.ts';
import { renderApp } from '../ui/render-app.ts';
import { plugIn, Session, silence } from './live-view.ts';

// Recognition is tested where it is: here it is the view's other end. The queue and the worker that translates are the real ones.
const other = vi.hoisted(() => ({ session: null as { open: (...given: never[]) => unknown } | null }));
vi.mock('../../../src/client/live/open-live.ts', () => ({
  openLive: (...given: never[]) => other.session?.open(...given),
}));

useEmptyDatabase();

let session: Session;
beforeAll(() => userEvent.click(document.body));
beforeEach(() => {
  session = new Session();
  other.session = session as never;
  plugIn();
});
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'Translator');
  delete document.documentElement.dataset.theme;
  await page.viewport(1280, 800);
  vi.restoreAllMocks();
  await silence();
});

const named = (name: string) => page.getByRole('button', { name, exact: true });
const said = () => page.getByRole('region', { name: 'What was said' });
const into = () => page.getByLabelText('Translate into');

/** A browser that has these pairs. */
function withTranslator(offers: Parameters<typeof fakeBrowserAi>[0]['offers'], silent: string[] = []): void {
  const { ai } = fakeBrowserAi({ offers, silent });
  Object.defineProperty(globalThis, 'Translator', { value: ai.Translator, configurable: true });
  translateTextHere((texts, options) => translateTexts(texts, options, browserModelsOf(ai)));
}

async function start(language: string): Promise<void> {
  await renderApp({ hash: '#/live' });
  await into().selectOptions(language);
  await named('Start').click();
  await expect.element(named('Stop')).toHaveFocus();
  await expect.poll(() => session.bytes).toBeGreaterThan(3200);
}

test('settled sentences have their translation below them, which stays; the job is asked for it, too', async () => {
  withTranslator({ 'en-fr': 'available' });
  await start('fr');
  expect(session.request).toMatchObject({
    post_processing: { translation: true, translation_config: { target_languages: ['fr'] } },
  });
  session.say('a', 'Good morning. We st', { settled: 3 });
  const translation = said().getByText('[fr: Good morning.]');
  await expect.element(translation).toBeVisible();
  expect(translation.element().closest('[lang]')?.getAttribute('lang')).toBe('fr');
  session.say('a', 'Good morning. We start with Anna.');
  await expect.element(said()).toHaveTextContent('[fr: Good morning.] [fr: We start with Anna.]');
  expect(await faults()).toEqual([]);
});

test('captions have the original, the translation, or both, also in a tab of their own', {
  tags: THOROUGH_TAG,
}, async () => {
  withTranslator({ 'en-fr': 'available' });
  await start('fr');
  session.say('a', 'Good morning.');
  await expect.element(said()).toHaveTextContent('[fr: Good morning.]');
  await named('Captions').click();
  const captions = page.getByRole('log', { name: 'Captions' });
  await expect.element(captions).toHaveTextContent('Good morning. [fr: Good morning.]');
  expect(await faults()).toEqual([]);
  await page.getByLabelText('Text', { exact: true }).selectOptions('Translation');
  await expect.poll(() => captions.element().textContent?.trim()).toBe('[fr: Good morning.]');
  await page.getByLabelText('Text', { exact: true }).selectOptions('Original');
  await expect.poll(() => captions.element().textContent?.trim()).toBe('Good morning.');
});

test('the captions page shows the text that its address says', async () => {
  await renderApp({ hash: '#/captions?show=translation' });
  await expect.element(page.getByText('Waiting for a live session')).toBeVisible();
  const line = { id: 'a', name: 'Me', language: 'en', settled: 'good morning', unsettled: '' };
  announce({
    type: 'live-text',
    lines: [{ ...line, translation: { language: 'fr', text: 'bonjour', isWaiting: false } }],
  });
  await expect.element(page.getByRole('log')).toHaveTextContent('Me: bonjour');
  await expect.element(page.getByRole('log')).not.toHaveTextContent('good morning');
});

test('a translator that never answers holds up neither sound nor text, and is abandoned at the end', async () => {
  withTranslator({ 'en-fr': 'available' }, ['en-fr']);
  await start('fr');
  for (let at = 0; at < 20; at++) session.say(`line ${at}`, `This is line ${at}.`, { from: at * 6 });
  await expect.element(said()).toHaveTextContent('This is line 19.');
  await expect.element(said().getByText('Translating…').first()).toBeInTheDocument();
  const { bytes } = session;
  await expect.poll(() => session.bytes).toBeGreaterThan(bytes + 3200);
  await named('Stop').click();
  await expect.poll(() => location.hash).toBe(`#/jobs/${session.id}`);
  expect([session.stopped, session.closed]).toEqual([1, 1]);
});

test('a spoken language that nothing translates is told in one line', { tags: THOROUGH_TAG }, async () => {
  withTranslator({ 'de-fr': 'available', 'en-fr': 'available' });
  await start('fr');
  session.say('a', 'Good morning.', { language: 'sw' });
  session.say('b', 'Good evening.', { from: 4, language: 'sw' });
  session.say('c', 'Good night.', { from: 8 });
  await expect
    .element(page.getByText('No installed model translates from Swahili into French.'))
    .toBeVisible();
  await expect.element(said()).toHaveTextContent('[fr: Good night.]');
  expect(page.getByText('No installed model translates').elements()).toHaveLength(1);
});

test('languages are those of installed translators; without one, the model to install is offered', async () => {
  const models = new InPageModels();
  const translator = InPageModels.model({
    id: 'marian-en-de',
    title: 'English → German',
    engine: 'marian',
    purpose: 'translation',
    uses: [],
    pairs: [['en', 'de']],
    languages: ['en', 'de'],
    downloadBytes: 31_000_000,
  });
  models.models = [translator];
  const { screen } = await renderApp({ hash: '#/live', models });
  await page.getByText('Translation', { exact: true }).click();
  await expect.element(named('Download English → German (31 MB)')).toBeVisible();
  await expect.element(into()).not.toBeInTheDocument();
  await screen.unmount();
  models.models = [{ ...translator, state: 'downloaded' }];
  await renderApp({ hash: '#/live', models });
  await expect.element(into()).toBeVisible();
  const labels = [...into().element().querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(labels).toEqual(['No translation', 'German · Deutsch']);
});

test('the translation of a line that was corrected is called old, and no caption has it', {
  tags: THOROUGH_TAG,
}, async () => {
  withTranslator({ 'en-fr': 'available' });
  await start('fr');
  session.say('a', 'Good morning Emma.');
  const translated = page.getByText(/Old translation/);
  await expect.poll(() => document.querySelector('.translation')?.textContent).toContain('Good morning Emma');
  await expect.element(translated).not.toBeInTheDocument();
  await page.getByLabelText('Correct what was said at 0:00').click();
  await page.getByRole('textbox', { name: 'What was said at 0:00' }).fill('Good morning Mary.');
  await userEvent.keyboard('{Enter}');
  await expect.element(translated).toBeVisible();
  await named('Captions').click();
  await expect.element(page.getByRole('log', { name: 'Captions' })).toHaveTextContent('Good morning Mary.');
  await expect.element(page.getByRole('log', { name: 'Captions' })).not.toHaveTextContent('Emma');
});
