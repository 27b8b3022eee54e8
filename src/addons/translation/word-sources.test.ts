import { expect, it } from 'vitest';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { alignedTimes, sourcesOf } from './word-sources.ts';

const spoken = spokenUtterance('She lives in the red house.', { start: 10 });
const TEXT = 'Ela mora na casa vermelha.';
const WORDS = caseRows<{ start: number; end: number; source: number }>(import.meta.url, 'words');
const wordsOf = (text: string) =>
  text.split(' ').map((word) => ({ word: ` ${word}`, start: 0, end: 0, confidence: 0.9 }));
const timeOf = (word: string) => {
  const found = spoken.words.find((one) => one.word.trim() === word);
  return found && { start: found.start, end: found.end };
};

it('gives words the times of those that they translate, in another order, too', () => {
  const timed = alignedTimes(wordsOf(TEXT), sourcesOf(TEXT, TEXT, WORDS), spoken);
  expect(timed.map(({ start, end }) => ({ start, end }))).toEqual(
    ['She', 'lives', 'in', 'house.', 'red'].map(timeOf),
  );
});

it('keeps them where a glossary wrote other words, which go with their neighbour', () => {
  const final = 'Ela mora na grande moradia vermelha.';
  const sources = sourcesOf(final, TEXT, WORDS);
  expect(sources).toEqual([0, 4, 10, null, null, 17]);
  const timed = alignedTimes(wordsOf(final), sources, spoken);
  expect(timed[0]).toMatchObject(timeOf('She') ?? {});
  expect(timed.at(-1)).toMatchObject(timeOf('red') ?? {});
  expect(timed[2]?.start).toBe(timeOf('in')?.start);
  expect(timed[4]?.end).toBe(timeOf('in')?.end);
});

it('shares the time of one word among those that it became', () => {
  const timed = alignedTimes(wordsOf('no dia'), [10, 10], spoken);
  const { start, end } = timeOf('in') ?? { start: 0, end: 0 };
  expect(timed[0]?.start).toBe(start);
  expect(timed[1]?.end).toBe(end);
  expect(timed[0]?.end).toBe(timed[1]?.start);
});
