import { expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { applyVocabulary } from './run.ts';

const SURE = 0.95;

async function written(text: string, term: string, language: string, confidence = SURE): Promise<string> {
  const words = (text.match(/\s*\S+/gu) ?? []).map((word, index) => ({
    word,
    start: index / 2,
    end: index / 2 + 0.4,
    confidence,
  }));
  const result = await applyVocabulary(words, language, { vocabulary: [term] });
  return result.map(({ word }) => word).join('');
}

it.each(caseRows<[string, string, string]>(import.meta.url, 'left'))(
  'in "%s", "%s" has no %s',
  async (language, text, term) => {
    expect(await written(text, term, language)).toBe(text);
  },
);

it('leaves a noun alone behind its article, though the recogniser was not sure', async () => {
  for (const confidence of [0.5, 0.75]) {
    expect(await written('die vögel singen', 'Vogel', 'de', confidence)).toBe('die vögel singen');
  }
});

it.each(caseRows<[string, string, string, string, string]>(import.meta.url, 'writesName'))(
  'writes a name for %s',
  async (_, language, text, term, expected) => {
    expect(await written(text, term, language)).toBe(expected);
  },
);

it('writes a name for a word that the recogniser doubted', async () => {
  expect(await written('ho visto bianche ieri', 'Bianchi', 'it', 0.5)).toBe('ho visto Bianchi ieri');
});
