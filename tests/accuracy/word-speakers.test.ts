import { describe, expect, it } from 'vitest';
import { type SpokenWord, wordSpeakers } from './word-speakers.ts';

const said = (...parts: [string, string][]): SpokenWord[] =>
  parts.flatMap(([speaker, text]) => text.split(' ').map((word) => ({ word, speaker })));

describe('wordSpeakers', () => {
  it('is right under other names, whatever case and punctuation', () => {
    const truth = said(['anna', 'Good morning.'], ['ben', 'Hello']);
    expect(wordSpeakers(truth, said(['1', 'good morning'], ['0', 'hello!']))).toEqual({ words: 3, wrong: 0 });
  });

  it('counts words with the wrong speaker, including misrecognised ones, but not missed words', () => {
    const truth = said(['a', 'one two three'], ['b', 'four five six']);
    expect(wordSpeakers(truth, said(['x', 'one two'], ['y', 'tree four five']))).toEqual({
      words: 5,
      wrong: 1,
    });
  });

  it('counts one speaker for two as wrong for the one who said less', () => {
    const truth = said(['a', 'one two three'], ['b', 'four']);
    expect(wordSpeakers(truth, said(['x', 'one two three four']))).toEqual({ words: 4, wrong: 1 });
  });
});
