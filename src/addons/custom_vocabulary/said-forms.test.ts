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

it.each(caseRows<[string, string, string[], string]>(import.meta.url, 'findsSignsSaid'))(
  'finds signs that are said in words in %s: %s',
  async (language, text, terms, expected) => {
    expect(await written(text, terms, language)).toBe(expected);
  },
);

it.each(caseRows<[string, string, string[], string]>(import.meta.url, 'findsShortForms'))(
  'finds short forms that are said in full in %s: %s',
  async (language, text, terms, expected) => {
    expect(await written(text, terms, language)).toBe(expected);
  },
);

it.each(caseRows<[string, string, string[]]>(import.meta.url, 'leavesOtherWords'))(
  'leaves other words alone in %s: %s',
  async (language, text, terms) => {
    expect(await written(text, terms, language)).toBe(text);
  },
);
