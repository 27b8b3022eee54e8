import { describe, expect, it } from 'vitest';
import { holdRepeats, repeatsGuess } from './spoken-repeats.ts';

/** Words at their times: `word start end`. */
const timed = (...words: [string, number, number][]) =>
  words.map(([word, start, end]) => ({ word: ` ${word}`, start, end, confidence: 0.9 }));

const textOf = (words: readonly { word: string }[]) => words.map(({ word }) => word.trim()).join(' ');

/** "young man," so many times, one a second. */
const said = (times: number) =>
  Array.from({ length: times }, (_, at) =>
    timed(['young', at, at + 0.2], ['man,', at + 0.2, at + 0.7]),
  ).flat();

describe('words that are said over and over', () => {
  it('are held by the sound where each has its time', () => {
    const words = [...timed(['A', 0, 0.1]), ...said(8)];
    expect(holdRepeats(words)).toEqual({ words, held: true });
  });

  it('end where the sound has no room for more', () => {
    const squeezed = timed(['young', 7.7, 7.7], ['man,', 7.7, 7.8], ['young', 7.8, 7.8], ['man.', 7.8, 8.1]);
    const { words, held } = holdRepeats([...said(8), ...squeezed]);
    expect(held).toBe(true);
    expect(textOf(words)).toBe(textOf(said(8)));
    expect(words.at(-1)).toMatchObject({ end: 8.1 });
  });

  it('are a loop if most of them have no time', () => {
    const squeezed = Array.from({ length: 6 }, () =>
      timed(['young', 1.7, 1.72], ['man,', 1.72, 1.74]),
    ).flat();
    expect(holdRepeats([...said(2), ...squeezed]).held).toBe(false);
  });

  it('may be whole sentences, and are counted by the shortest group', () => {
    const sentence = (at: number) =>
      timed(['he', at, at + 0.2], ['was', at + 0.2, at + 0.4], ['young', at + 0.4, at + 0.8]);
    const words = [0, 3, 6, 9, 12, 15].flatMap(sentence);
    expect(holdRepeats(words)).toEqual({ words, held: true });
  });

  it('are a guess where the model was not sure of the first of them', () => {
    const [first, ...others] = said(4);
    if (!first) throw new Error('Nothing was said.');
    expect(repeatsGuess([first, ...others])).toBe(false);
    expect(repeatsGuess([{ ...first, confidence: 0.2 }, ...others])).toBe(true);
    expect(repeatsGuess([{ ...first, confidence: 0.2 }, ...timed(['never', 1, 2])])).toBe(false);
  });

  it('are left alone if they are said twice', () => {
    const words = timed(['no', 0, 0.01], ['no', 0.01, 0.02], ['never', 0.1, 0.5]);
    expect(holdRepeats(words)).toEqual({ words, held: true });
  });
});
