import { expect, it } from 'vitest';
import { wordFinder } from './word-finder.ts';

it.each([
  ['lodz', ' Łódź,'],
  ['strasse', 'Straße'],
  ['sorensen', ' Sørensen'],
  ['احمد', 'أَحْمَد'],
  ['ελλας', ' ΕΛΛΑΣ'],
  ['らーめん', 'ラーメン'],
  ["l'ete", 'L’été'],
  ['wifi', ' Wi-Fi,'],
  ['usa', ' U.S.A.'],
  ['brien', 'O’Brien'],
])('a search for %s shows %j, as the library finds it', (sought, word) => {
  expect(wordFinder(sought)(word)).toBe(true);
});

it.each([
  ['', 'word'],
  ['ward', 'word'],
  ['ord', 'word'],
])('a search for %j does not show %j', (sought, word) => {
  expect(wordFinder(sought)(word)).toBe(false);
});
