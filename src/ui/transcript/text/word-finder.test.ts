import { expect, it } from 'vitest';
import { caseRows } from '../../../../tests/runner/case-rows.ts';
import { wordFinder } from './word-finder.ts';

it.each(caseRows<[string, string]>(import.meta.url, 'found'))(
  'a search for %s shows %j, as the library finds it',
  (sought, word) => {
    expect(wordFinder(sought)(word)).toBe(true);
  },
);

it.each([
  ['', 'word'],
  ['ward', 'word'],
  ['ord', 'word'],
])('a search for %j does not show %j', (sought, word) => {
  expect(wordFinder(sought)(word)).toBe(false);
});
