import { expect, it } from 'vitest';
import { translationModel } from '../../../tests/fakes/listed-model.ts';
import type { ListedModel } from './listed-model.ts';
import { browserTargets, firstTranslator, modelTargets } from './translation-targets.ts';

const model = (from: string, to: string, state: ListedModel['state'] = 'downloaded') =>
  translationModel(from, to, { state });

it('offers what installed models translate into, directly or through English', () => {
  const models = [model('de', 'en'), model('en', 'pt'), model('en', 'fr', 'absent')];
  expect(modelTargets(['de'], models)).toEqual(['en', 'pt']);
  expect(modelTargets(['en'], models)).toEqual(['pt']);
  expect(modelTargets(['pt'], models)).toEqual([]);
  // Any language may be spoken.
  expect(modelTargets([], models)).toEqual(['en', 'pt']);
  expect(modelTargets(['de'], [model('de', 'en', 'absent')])).toEqual([]);
});

it('does not offer a spoken language, unless another one is spoken, too', () => {
  const models = [model('de', 'en'), model('en', 'de')];
  expect(modelTargets(['de'], models)).toEqual(['en']);
  expect(modelTargets(['de', 'en'], models)).toEqual(['de', 'en']);
});

it('offers what the browser has on this device, whatever it says of other pairs', async () => {
  const asked: string[] = [];
  const Translator = {
    availability: async ({ sourceLanguage, targetLanguage }: Record<string, string>) => {
      asked.push(`${sourceLanguage} ${targetLanguage}`);
      if (targetLanguage === 'ja') throw new Error('It does not know the language.');
      return targetLanguage === 'fr' || sourceLanguage === 'es' ? 'available' : 'downloadable';
    },
  } as unknown as NonNullable<Parameters<typeof browserTargets>[1]>['Translator'];
  expect(await browserTargets(['en'], { Translator })).toEqual(['fr']);
  expect(asked).not.toContain('en en');
  expect(await browserTargets([], { Translator })).toEqual([]);
  expect(await browserTargets(['en'], { Translator: undefined })).toEqual([]);
});

it('names the models for the likeliest language that can be translated into', () => {
  const models = [model('de', 'en', 'absent'), model('en', 'pt', 'absent')];
  const idsOf = (source: string, wanted: string[]) =>
    firstTranslator(source, wanted, models)?.models.map(({ id }) => id) ?? null;
  expect(idsOf('de', ['pt'])).toEqual(['marian-de-en', 'marian-en-pt']);
  // Nothing translates into Welsh: English is the next.
  expect(idsOf('de', ['cy'])).toEqual(['marian-de-en']);
  expect(idsOf('wo', ['cy'])).toBeNull();
});
