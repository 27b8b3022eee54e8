import { expect, it } from 'vitest';
import { foldLetters } from '../../lib/fold-letters.ts';
import { wordTokens } from './word-tokens.ts';

it.each([
  ["don't", 'don’t don‘t donʼt don`t don´t', 5],
  ['email', 'e\u00admail', 1],
  ['5kg', '5㎏', 1],
  ['1.5', '１．５', 1],
  ['3.5', '۳٫۵', 1],
  ['okina', 'ʻokina', 1],
  ['क\u094dष', 'क\u094d\u200dष क\u094d\u200cष', 2],
])('%s is one word, however it is written: %s', (word, text, count) => {
  expect(wordTokens(text).map(foldLetters)).toEqual(Array(count).fill(word));
});

it.each([
  ["l'été d’Anna", ['l', 'été', 'd', 'Anna']],
  ["Dell'arte, un'amica", ['Dell', 'arte', 'un', 'amica']],
  ["it's 3,5 or 3.5.", ["it's", '3,5', 'or', '3.5']],
  ['می\u200cخواهم', ['می', 'خواهم']],
  ['zero\u200bwidth', ['zero', 'width']],
  ["d'or", ['d', 'or']],
  ['約１．５㎏です', ['約', '１．５', '㎏', 'です']],
])('words of %s', (text, words) => expect(wordTokens(text)).toEqual(words));
