import { expect, it } from 'vitest';
import type { Translator, TranslatorOptions } from '../../../language/text/text-models.ts';
import { pivotTranslator } from './pivot-translator.ts';

interface Asked {
  text: string;
  options: TranslatorOptions | undefined;
}

function model(modelId: string, asked: Asked[]): Translator {
  return {
    modelId,
    translate: async (text, options) => {
      asked.push({ text, options });
      return ['a', 'b'].map((kind) => ({
        source: text,
        text: `${modelId}(${text}) ${kind}`,
        score: 0,
        tokens: [1],
      }));
    },
  };
}

it('translates into English and from it: the best English text, all its translations, options for the second', async () => {
  const [into, from]: [Asked[], Asked[]] = [[], []];
  const translator = pivotTranslator(model('fr-en', into), model('en-de', from));
  const before = [{ source: 'Oui.', text: 'Ja.', score: 0, tokens: [1] }];
  const found = await translator.translate('Bonjour.', { before, beams: 4, without: ['Sie'], short: true });
  expect(translator.modelId).toBe('fr-en+en-de');
  expect(found.map(({ source, text }) => [source, text])).toEqual([
    ['Bonjour.', 'en-de(fr-en(Bonjour.) a) a'],
    ['Bonjour.', 'en-de(fr-en(Bonjour.) a) b'],
  ]);
  expect(into).toEqual([{ text: 'Bonjour.', options: { beams: 4 } }]);
  expect(from).toEqual([{ text: 'fr-en(Bonjour.) a', options: { beams: 4, without: ['Sie'], short: true } }]);
});
