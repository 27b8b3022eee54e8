import type { PageInterface } from '../../src/client/api/page-interface.ts';
import { hasRealPair } from '../accuracy/translation/real-pair-here.ts';
import { clip } from '../e2e/clips.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend, transcribe } from './page-tasks.ts';

test.skip(!hasRealPair(), '../shared/models/marian-tiny-en-pt is absent: no real translation.');

// The miniature pair translates in tests/browser/addons/translation.test.ts.
test('feature: translation by a real model of the Bergamot project', {
  tag: THOROUGH,
}, async ({ engine }) => {
  const { there, back } = await engine.run(async () => {
    const { translateText }: PageInterface = await import(`${location.origin}/earshot.js`);
    const texts = ['She lives in the red house.', '', 'Call [NAME_1] at 7:30 😀, he said שלום to me.'];
    return {
      there: await translateText(texts, { from: 'en', to: 'pt' }),
      back: await translateText('Ela mora na casa vermelha.', { from: 'pt', to: 'en' }),
    };
  });
  expect(there.models).toEqual(['marian-tiny-en-pt']);
  expect(there.texts.slice(0, 2)).toEqual(['Ela mora na casa vermelha.', '']);
  // This model leaves out words of other scripts.
  for (const kept of ['[NAME_1]', '7:30', 'ele disse']) expect(there.texts[2]).toContain(kept);
  expect(back).toEqual({
    texts: ['She lives in the red house.'],
    models: ['marian-tiny-pt-en'],
    incomplete: [],
  });
});

test('bad input: a pair that nothing translates, and a translation of 100,000 characters that is aborted', {
  tag: THOROUGH,
}, async ({ engine }) => {
  const seen = await engine.run(async () => {
    const { translateText }: PageInterface = await import(`${location.origin}/earshot.js`);
    const codeOf = (translating: Promise<unknown>) =>
      translating.then(
        () => 'done',
        ({ code }) => code,
      );
    const unknown = await codeOf(translateText('Good morning.', { from: 'en', to: 'wo' }));
    const stop = new AbortController();
    const long = 'The meeting begins at nine and ends at ten. '.repeat(2_300);
    const aborted = codeOf(translateText(long, { from: 'en', to: 'pt', signal: stop.signal }));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    stop.abort();
    return {
      unknown,
      aborted: await aborted,
      after: await translateText('Good morning.', { from: 'en', to: 'pt' }),
    };
  });
  expect(seen).toMatchObject({
    unknown: 'model_missing',
    aborted: 'cancelled',
    after: { texts: ['Bom dia.'] },
  });
});

test('bad input: a damaged model or vocabulary is the error of its language, and the next job has none', {
  tag: THOROUGH,
}, async ({ engine, app }) => {
  const translated = async () => {
    const { result } = await transcribe(engine, fileToSend(clip('en_hello.wav').path), {
      translation: true,
      translation_config: { target_languages: ['pt', 'en'] },
    });
    const [pt, en] = result.translation?.results ?? [];
    expect(result.transcription?.full_transcript).toContain('John Smith');
    expect(en).toMatchObject({ error: null, utterances: result.transcription?.utterances });
    return pt;
  };
  for (const file of [/\/marian-tiny-en-pt\/model\./u, /\/marian-tiny-en-pt\/vocab\./u]) {
    app.damage(file);
    // A model in memory is not read again.
    await engine.reload();
    expect(await translated(), String(file)).toMatchObject({
      error: { status_code: 503, exception: 'model_missing', message: expect.stringContaining('damaged') },
      full_transcript: '',
      utterances: [],
    });
    app.damage(null);
    expect(await translated()).toMatchObject({ error: null, languages: ['pt'] });
  }
});
