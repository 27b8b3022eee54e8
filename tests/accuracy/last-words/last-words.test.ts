import { expect, it } from 'vitest';
import { lacksLastWord } from './last-words-accuracy.ts';

it.each([
  ['la dictée numéro 1.', 'la dictée numéro 1. Sous le consulat', false],
  ['la dictée numéro 1.', 'la dictée numéro Sous le consulat', true],
  ['la dictée numéro 1.', 'la dictée numéro', true],
  ['et conseiller général.', 'et conseiller générales. Bonsoir', false],
])('the last word of "%s" in "%s": lost %s', (alone, text, isLost) => {
  expect(lacksLastWord(alone, text, 'fr')).toBe(isLost);
});
