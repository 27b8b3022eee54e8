import { expect, test } from 'vitest';
import { citedMoments } from './cited-moments.ts';

const passages = [
  'Good morning everyone, and welcome to the meeting.',
  'The budget for the new bridge is four million euros.',
  'We should ask the council about the old harbour.',
  'And the bridge is to be opened in September.',
  'Thank you, and have a good day.',
].map((text, index) => ({ start: index * 10, text, language: 'en' }));

test('an answer cites the passages that it rests on, in order of time', () => {
  expect(
    citedMoments('The bridge will open in September; its budget is four million euros.', passages),
  ).toEqual([
    { start: 10, quote: passages[1]?.text },
    { start: 30, quote: passages[3]?.text },
  ]);
  expect(citedMoments('The harbour.', passages).map(({ start }) => start)).toEqual([20]);
});

test('an answer that shares nothing cites nothing', () => {
  expect(citedMoments('Nobody knows.', passages)).toEqual([]);
  expect(citedMoments('And the', passages)).toEqual([]);
  expect(citedMoments('x', [])).toEqual([]);
});

test('long passages are quoted in part', () => {
  const text = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const [moment] = citedMoments('word3 word4', [{ start: 1, text, language: 'en' }]);
  expect(moment?.quote).toMatch(/^word0 .* word17 …$/);
});
