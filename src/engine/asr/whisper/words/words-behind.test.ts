import { describe, expect, it } from 'vitest';
import { wordsBehind } from './words-behind.ts';

const word = (text: string, start: number, end: number) => ({ word: { word: text, start, end } });
const textOf = (words: ReturnType<typeof wordsBehind<ReturnType<typeof word>>>) =>
  words.map((one) => one.word.word).join('');

const NEW = [word(' the', 0, 0.2), word(' Dog', 0.2, 0.6), word(' barks.', 0.8, 1.2), word(' Dog', 5, 5.4)];

describe('words behind those that are settled', () => {
  it('are all of them where none is settled', () => {
    expect(wordsBehind([], NEW)).toHaveLength(4);
  });

  it('begin behind the same word in the same place, however it is written and timed', () => {
    expect(textOf(wordsBehind([{ word: ' dog,', end: 0.9 }], NEW))).toBe(' barks. Dog');
  });

  it('begin behind the nearest of words that are said twice', () => {
    const twice = [
      word(' of', 1.2, 1.4),
      word(' the', 1.4, 1.5),
      word(' state of', 1.5, 1.8),
      word(' the', 1.8, 1.95),
    ];
    expect(textOf(wordsBehind([{ word: ' the', end: 1.45 }], twice))).toBe(' state of the');
  });

  it('begin behind the settled time where the last word is another one', () => {
    expect(textOf(wordsBehind([{ word: ' bog', end: 0.6 }], NEW))).toBe(' barks. Dog');
    expect(textOf(wordsBehind([{ word: ' bark', end: 1.1 }], NEW))).toBe(' Dog');
    expect(wordsBehind([{ word: ' end', end: 9 }], NEW)).toEqual([]);
  });
});
