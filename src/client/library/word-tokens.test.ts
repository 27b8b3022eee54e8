import { expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { foldLetters } from '../../lib/fold-letters.ts';
import { wordTokens } from './word-tokens.ts';

it.each(caseRows<[string, string, number]>(import.meta.url, 'oneWordHowever'))(
  '%s is one word, however it is written: %s',
  (word, text, count) => {
    expect(wordTokens(text).map(foldLetters)).toEqual(Array(count).fill(word));
  },
);

it.each(caseRows<[string, string[]]>(import.meta.url, 'words'))('words of %s', (text, words) =>
  expect(wordTokens(text)).toEqual(words),
);
