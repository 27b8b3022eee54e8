import { describe, expect, it } from 'vitest';
import { readableCase } from './readable-case.ts';

const texts = (words: [text: string, start: number, end: number][]) =>
  readableCase(words.map(([word, start, end]) => ({ word, start, end, confidence: 1 }))).map(
    ({ word }) => word,
  );

describe('readableCase', () => {
  it('writes lower case with a capital for the first word and for "I"', () => {
    const spoken: [string, number, number][] = [
      [' AND', 0, 1],
      [' I', 1, 2],
      [" I'LL", 2, 3],
      [' IT', 3, 4],
      [" IT'S", 4, 5],
    ];
    expect(texts(spoken)).toEqual([' And', ' I', " I'll", ' it', " it's"]);
  });

  it('starts with a capital again after a pause that ends an utterance', () => {
    const spoken: [string, number, number][] = [
      [' YES', 0, 1],
      [' WE', 1.5, 2],
      [' NO', 2.8, 3],
    ];
    expect(texts(spoken)).toEqual([' Yes', ' we', ' No']);
  });
});
