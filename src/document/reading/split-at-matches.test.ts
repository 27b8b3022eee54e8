import { expect, it } from 'vitest';
import { finderOf } from './finder.ts';
import { splitAtMatches } from './split-at-matches.ts';

const split = (text: string, searched: string) =>
  splitAtMatches(text, finderOf(searched)).map(({ text, hit }) => (hit ? `[${text}]` : text));

it('marks each place, in any case, and keeps all of the text', () => {
  expect(split('Good day. A good word.', 'good')).toEqual(['[Good]', ' day. A ', '[good]', ' word.']);
  expect(split('aaa', 'a')).toEqual(['[a]', '[a]', '[a]']);
  expect(split('Good day.', 'night')).toEqual(['Good day.']);
  expect(split('Good day.', '')).toEqual(['Good day.']);
  expect(splitAtMatches('', finderOf('x'))).toEqual([]);
});
