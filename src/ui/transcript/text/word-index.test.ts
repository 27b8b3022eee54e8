import { describe, expect, test } from 'vitest';
import type { Utterance } from '../../../contract/transcripts/utterance.ts';
import { WordIndex } from './word-index.ts';

function utterance(channel: number, words: [string, number, number][]): Utterance {
  return {
    start: words[0]?.[1] ?? 0,
    end: words.at(-1)?.[2] ?? 0,
    confidence: 1,
    channel,
    language: 'en',
    text: words.map(([word]) => word).join(' '),
    words: words.map(([word, start, end]) => ({ word, start, end, confidence: 1 })),
  };
}

describe('WordIndex', () => {
  const index = new WordIndex([
    utterance(0, [
      ['one', 1, 1.4],
      ['two', 1.5, 2],
    ]),
    utterance(1, [['meanwhile', 1.45, 1.9]]),
    utterance(0, [['three', 5, 5.5]]),
  ]);
  const place = (time: number) => {
    const number = index.at(time);
    return [index.utteranceOf(number), index.positionOf(number)];
  };

  test('finds the word being played, across overlapping channels', () => {
    expect(place(1)).toEqual([0, 0]);
    expect(place(1.46)).toEqual([1, 0]);
    expect(place(1.6)).toEqual([0, 1]);
    expect(place(5.2)).toEqual([2, 0]);
  });

  test('finds none before the first word, in a pause and after the last', () => {
    expect(place(0.5)).toEqual([-1, -1]);
    expect(place(3)).toEqual([-1, -1]);
    expect(place(9)).toEqual([-1, -1]);
  });

  test('returns nothing for a recording without words', () => {
    const empty = new WordIndex([]);
    expect(empty.at(0)).toBe(-1);
    expect(empty.length).toBe(0);
  });
});
