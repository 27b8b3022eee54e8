import { expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { sentencesOf } from './text-sentences.ts';

const sentences = (text: string, language: string) =>
  sentencesOf(text, language).map((sentence) => sentence.trim());

it.each(caseRows<[string, string, string]>(import.meta.url, 'abbreviations'))(
  '%s: one sentence, %s',
  (language, frame, abbreviations) => {
    for (const abbreviation of abbreviations.split(' ')) {
      const text = frame.replace('_', abbreviation);
      expect(sentences(text, language)).toEqual([text]);
    }
  },
);

it.each([
  ['en', 'Smith et al. Jones wrote it.'],
  ['de', 'Die Fa. Meier GmbH & Co. KG zahlt.'],
  ['de', 'Er war z. Zt. Lehrer i. R. Berlin.'],
  ['fr', 'En 50 apr. J.-C. Rome brûlait, p. ex. Paris.'],
])('%s: also of several words: %s', (language, text) => {
  expect(sentences(text, language)).toEqual([text]);
});

it.each(caseRows<[string, string[]]>(import.meta.url, 'sentences'))(
  '%s: a word that is written alike ends a sentence: %j',
  (language, expected) => {
    expect(sentences(expected.join(' '), language)).toEqual(expected);
  },
);
