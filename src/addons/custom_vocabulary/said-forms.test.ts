import { expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { applyVocabulary } from './run.ts';

async function written(text: string, vocabulary: string[], language: string): Promise<string> {
  const words = (text.match(/\s*\S+/gu) ?? []).map((word, index) => ({
    word,
    start: index / 2,
    end: index / 2 + 0.4,
    confidence: 0.95,
  }));
  return (await applyVocabulary(words, language, { vocabulary })).map(({ word }) => word).join('');
}

it.each(caseRows<[string, string, string[], string]>(import.meta.url, 'numbers'))(
  'finds numbers that are said in words in %s: %s',
  async (language, text, terms, expected) => {
    expect(await written(text, terms, language)).toBe(expected);
  },
);

it.each([
  ['en', 'at h and m, h & m', ['H&M'], 'at H&M, H&M'],
  ['de', 'bei h und m', ['H&M'], 'bei H&M'],
  ['fr', 'chez c et a', ['C&A'], 'chez C&A'],
  ['en', 'at marks and spencer', ['Marks & Spencer'], 'at Marks & Spencer'],
  ['en', 'Marks & Spencer sells', ['Marks and Spencer'], 'Marks and Spencer sells'],
  ['en', 'disney plus, c plus plus', ['Disney+', 'C++'], 'Disney+, C++'],
  ['en', 'c sharp', ['C#'], 'C#'],
])('finds signs that are said in words in %s: %s', async (language, text, terms, expected) => {
  expect(await written(text, terms, language)).toBe(expected);
});

it.each([
  ['de', 'der fc sankt pauli', ['St. Pauli'], 'der fc St. Pauli'],
  ['en', 'ask doctor house now', ['Dr. House'], 'ask Dr. House now'],
  ['it', 'il dottor rossi', ['Dr. Rossi'], 'il Dr. Rossi'],
  ['fr', 'à saint tropez', ['St-Tropez'], 'à St-Tropez'],
  ['en', 'mister bean', ['Mr. Bean'], 'Mr. Bean'],
  ['en', 'chanel number five', ['Chanel No. 5'], 'Chanel No. 5'],
  ['en', 'dr. who', ['Doctor Who'], 'Doctor Who'],
  ['de', 'im St. Pauli Theater', ['Sankt Pauli'], 'im Sankt Pauli Theater'],
])('finds short forms that are said in full in %s: %s', async (language, text, terms, expected) => {
  expect(await written(text, terms, language)).toBe(expected);
});

it.each([
  ['en', 'a one time thing, no one came', ['A1', 'No. 1']],
  ['es', 'uno o dos', ['O2']],
  ['fr', 'à un ami, il y a un', ['A1']],
  ['en', 'call o two o seven nine', ['O2']],
  ['en', 'on 02 may, twenty five g', ['O2', '5G']],
  ['en', 'five, g', ['5G']],
  ['en', 'hm, hand them over', ['H&M']],
  ['en', 'that is a plus', ['A+']],
  ['en', 'ask the doctor. House rules', ['Dr. House']],
])('leaves other words alone in %s: %s', async (language, text, terms) => {
  expect(await written(text, terms, language)).toBe(text);
});
