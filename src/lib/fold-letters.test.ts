import { expect, it } from 'vitest';
import { caseRows } from '../../tests/runner/case-rows.ts';
import { foldLetters } from './fold-letters.ts';

it.each(caseRows<[string, string]>(import.meta.url, 'searchedAs'))('%s is searched as %s', (word, folded) =>
  expect(foldLetters(word)).toBe(folded),
);

it.each(caseRows<[string, string]>(import.meta.url, 'alike'))('%s is searched as %s is', (word, other) =>
  expect(foldLetters(word)).toBe(foldLetters(other)),
);
