import { describe, expect, it } from 'vitest';
import { judgeWords } from '../judge-words.ts';
import { chooseThreshold, leftOutMarks, marksOf } from './unsure-threshold.ts';

const words = (...judged: [confidence: number, right: boolean][]) =>
  judged.map(([confidence, right]) => ({ confidence, right }));

describe('the threshold of unsure words', () => {
  it('is the highest of which half of the marked words are wrong', () => {
    const clip = words([0.1, false], [0.32, true], [0.33, false], [0.52, true], [0.62, true], [0.9, true]);
    expect(marksOf(clip, 0.35)).toEqual({ marked: 3, wrong: 2 });
    expect(chooseThreshold(clip, 0.5)).toBe(0.6);
    expect(chooseThreshold(clip, 0.9)).toBe(0.3);
    expect(chooseThreshold(words([0.1, true]), 0.5)).toBe(0);
  });

  it('is chosen without the clip it is measured on', () => {
    const easy = words([0.2, false], [0.42, false], [0.9, true]);
    const hard = words([0.42, true], [0.43, true], [0.44, true]);
    // By the easy clip, 0.9 is marked; by the hard one alone, nothing is.
    expect(leftOutMarks([easy, hard], 0.5)).toEqual({ marked: 3, wrong: 0 });
  });
});

describe('words of a transcript', () => {
  it('are judged as they are shown, by their parts', () => {
    const said = [' Twenty-one', ' dogs', ' –', ' and', ' a', ' cat'].map((word, index) => ({
      word,
      confidence: index / 10,
    }));
    expect(judgeWords('twenty two dogs and cat', said)).toEqual(
      words([0, false], [0.1, true], [0.3, true], [0.4, false], [0.5, true]),
    );
  });
});
