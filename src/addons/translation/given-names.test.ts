import { expect, it } from 'vitest';
import { withOwnNames } from './given-names.ts';

const made = (text: string) => ({
  text,
  words: Array.from(text.matchAll(/\S+/gu), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    source: index,
  })),
});

it('calls people as the original does, and keeps the places of words', () => {
  const translation = made('Peter sent it to Mary, then he left.');
  const kept = withOwnNames('Pedro o mandou para Maria, depois saiu.', translation);
  expect(kept.text).toBe('Pedro sent it to Maria, then he left.');
  expect(kept.words.map(({ start, end }) => kept.text.slice(start, end)).join(' ')).toBe(kept.text);
  expect(kept.words.map(({ source }) => source)).toEqual(translation.words.map(({ source }) => source));
});

it.each([
  ['Peter and Pedro met.', 'Peter e Pedro se encontraram.'],
  ['Henry VIII was king.', 'Henrique VIII era rei.'],
  ['We met in London.', 'Nós nos encontramos em Londres.'],
  ['He left his mark.', 'Ele deixou sua marca.'],
])('leaves %s alone', (source, translation) => {
  expect(withOwnNames(source, made(translation)).text).toBe(translation);
});
