import { expect, it } from 'vitest';
import { translateTexts } from '../../../src/host/translate-texts.ts';
import { browserModelsOf } from '../../../src/models/browser/browser-models.ts';
import { fakeBrowserAi } from '../../fakes/browser-ai.ts';

const browser = browserModelsOf(fakeBrowserAi({ offers: { 'en-fr': 'available' } }).ai);

it('translates texts in their order, and says by what', async () => {
  const { texts, models, incomplete } = await translateTexts(
    ['Hello there.', '', 'Where is the train?'],
    { from: 'en', to: 'fr' },
    browser,
  );
  expect(texts).toHaveLength(3);
  expect(texts[1]).toBe('');
  expect(texts[0]).not.toBe('Hello there.');
  expect(texts[2]).not.toBe(texts[0]);
  expect(models).toEqual(['browser']);
  expect(incomplete).toEqual([]);
  const one = await translateTexts('Hello there.', { from: 'en', to: 'fr' }, browser);
  expect(one.texts).toEqual([texts[0]]);
});

it('says what to install, and which language it does not know', async () => {
  await expect(translateTexts('Hello.', { from: 'en', to: 'pt' }, browser)).rejects.toMatchObject({
    code: 'model_missing',
    message: expect.stringContaining('Install'),
  });
  const unknown = { from: 'en', to: 'xx' as 'fr' } as const;
  await expect(translateTexts('Hello.', unknown, browser)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('target_languages.0 must be one of'),
  });
});

it('ends when it is aborted', async () => {
  const stop = new AbortController();
  const silent = browserModelsOf(fakeBrowserAi({ offers: { 'en-fr': 'available' }, silent: ['en-fr'] }).ai);
  const translating = translateTexts('Hello.', { from: 'en', to: 'fr', signal: stop.signal }, silent);
  setTimeout(() => stop.abort(), 500);
  await expect(translating).rejects.toMatchObject({ code: 'cancelled' });
});
