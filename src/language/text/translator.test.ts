import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configureNodeRuntime, filesIn, useWasmRuntime } from '../../../tests/miniatures/node-runtime.ts';
import { THOROUGH_TAG } from '../../../tests/runner/thorough.ts';
import type { ModelFiles } from '../../engine/onnx/with-model-files.ts';
import { z } from '../../lib/zod.ts';
import type { TranslationEngine } from './translator.ts';

const MODEL = new URL('../../../tests/fixtures/mini/mini-m2m100/', import.meta.url);
const TO_FRENCH = { source: 'en', target: 'fr' };
const caseList = z.object({
  cases: z.array(
    z.object({
      input: z.string(),
      options: z.object({ src_lang: z.string(), tgt_lang: z.string() }),
      expected: z.string(),
    }),
  ),
});

/** The miniature with other words in its configuration. */
const miniatureAs =
  (change: Record<string, unknown>): ModelFiles =>
  async (path) => {
    const response = await filesIn(MODEL)(path);
    if (path !== 'config.json' && path !== 'tokenizer_config.json') return response;
    return Response.json({ ...z.record(z.string(), z.unknown()).parse(await response.json()), ...change });
  };

const loadMiniature = async (files: ModelFiles) =>
  (await import('./translator.ts')).loadTranslator({
    files,
    device: 'wasm',
    dtype: { encoder_model: 'q8', decoder_model_merged: 'q8' },
    configureRuntime: configureNodeRuntime,
  });

describe('the miniature translation model', { timeout: 60_000 }, () => {
  let model: TranslationEngine;
  let cases: z.infer<typeof caseList>['cases'];

  beforeAll(async () => {
    await useWasmRuntime();
    model = await loadMiniature(filesIn(MODEL));
    ({ cases } = caseList.parse(JSON.parse(await readFile(new URL('cases.json', MODEL), 'utf8'))));
  }, 60_000);

  afterAll(() => model.dispose());

  const best = async (text: string, options: Parameters<TranslationEngine['translate']>[1]) =>
    (await model.translate(text, options))[0];

  it('translates its pairs like the library, by the likeliest token', async () => {
    expect(cases.length).toBeGreaterThan(15);
    for (const { input, options, expected } of cases) {
      const found = await best(input, { source: options.src_lang, target: options.tgt_lang });
      expect(found?.text).toBe(expected);
    }
  });

  it('compares several texts: the best is the same, and there are as many as beams, best first', async () => {
    const found = await model.translate('Where is your school?', { ...TO_FRENCH, beams: 4 });
    expect(found[0]?.text).toBe('Où est votre école?');
    expect(new Set(found.map(({ text }) => text)).size).toBe(4);
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('reads the preceding text as context, and continues from there', async () => {
    const before = await best('We see the', TO_FRENCH);
    expect(before?.text).toBe('Nous voyons le');
    const alone = await best('car and the dog.', TO_FRENCH);
    const inContext = await best('car and the dog.', { ...TO_FRENCH, before: before ? [before] : [] });
    expect(alone?.text).toBe('Voiture et le chien.');
    expect(inContext?.text).toBe('voiture et le chien.');
  });

  it('never writes forbidden words', async () => {
    const found = await model.translate('Where is your school?', {
      ...TO_FRENCH,
      without: ['votre', 'Votre'],
      beams: 2,
    });
    expect(found.length).toBeGreaterThan(0);
    for (const { text } of found) expect(text).toMatch(/^Où est (?!votre).+ école\?$/i);
  });

  it('splits what is too long at sentences, and loses none', async () => {
    const sentence = 'The new car is here with my old friend Paul today.';
    const text = Array.from({ length: 12 }, () => sentence).join(' ');
    const found = await best(text, TO_FRENCH);
    expect(found?.text.match(/voiture nouveau/g)).toHaveLength(12);
    expect(found?.text.match(/Paul/g)).toHaveLength(12);
  });

  it('ends, whatever the input', { tags: THOROUGH_TAG }, async () => {
    for (const text of ['ha '.repeat(20), '中文', '####', '.']) {
      const found = await best(text, TO_FRENCH);
      expect(found?.text.length).toBeLessThan(2000);
    }
    expect(await model.translate('  ', TO_FRENCH)).toEqual([
      { source: '  ', text: '', score: 0, tokens: [] },
    ]);
  });

  it('as a Marian model, of one pair, reads and writes without tokens for languages', async () => {
    const marian = await loadMiniature(
      miniatureAs({
        model_type: 'marian',
        architectures: ['MarianMTModel'],
        tokenizer_class: 'MarianTokenizer',
      }),
    );
    // The miniature lacks the token that selects its target language; that it writes at all is what can be tested.
    const [found] = await marian.translate('Hello my name is Paul.', {
      source: 'xx',
      target: 'yy',
      beams: 2,
    });
    expect(found?.text).not.toBe('');
    await marian.dispose();
  });

  it('rejects an incompatible model', async () => {
    const files = miniatureAs({ model_type: 'mbart', architectures: ['MBartForConditionalGeneration'] });
    await expect(loadMiniature(files)).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringContaining('neither a Marian nor an M2M100 model'),
    });
  });

  it('reports which language it does not support', async () => {
    await expect(model.translate('Hello.', { source: 'en', target: 'wo' })).rejects.toMatchObject({
      code: 'model_missing',
      message: 'The translation model does not support the language wo.',
    });
  });
});
