import { describe, expect, it } from 'vitest';
import { wordsFromTokens } from './words-from-tokens.ts';

const token = (text: string, time: number, probability = 0.5) => ({ text, time, probability });

describe('wordsFromTokens', () => {
  it('starts a word at every leading space, spanning first to last token', () => {
    const words = wordsFromTokens([token(' qu', 1), token('il', 1.2), token('ter', 1.4), token(' is', 2)]);
    expect(words).toEqual([
      { word: ' quilter', firstToken: 1, lastToken: 1.4, confidence: 0.5 },
      { word: ' is', firstToken: 2, lastToken: 2, confidence: 0.5 },
    ]);
  });

  it('takes the geometric mean of the probabilities as confidence', () => {
    const [word] = wordsFromTokens([token(' a', 0, 0.9), token('b', 1, 0.4)]);
    expect(word?.confidence).toBeCloseTo(0.6, 10);
  });

  it('puts punctuation on the word before, and leaves it out of time and confidence', () => {
    const words = wordsFromTokens([
      token(' Hi', 1, 0.8),
      token('.', 1.6, 0.1),
      token(' ?', 2, 0.1),
      token(' No', 3),
    ]);
    expect(words).toEqual([
      { word: ' Hi.?', firstToken: 1, lastToken: 1, confidence: expect.closeTo(0.8, 10) },
      { word: ' No', firstToken: 3, lastToken: 3, confidence: 0.5 },
    ]);
  });

  it('joins a lone space with what follows, and opening marks with their word', () => {
    const words = wordsFromTokens([
      token(' ', 1),
      token('Ñ', 1.1),
      token('u', 1.2),
      token(' ¿', 2),
      token('Qué', 2.1),
    ]);
    expect(words.map(({ word, firstToken }) => [word, firstToken])).toEqual([
      [' Ñu', 1.1],
      [' ¿Qué', 2.1],
    ]);
  });

  it('starts the first word without a space too, and drops tokens without text', () => {
    expect(wordsFromTokens([token('', 0), token('ing', 1)]).map(({ word }) => word)).toEqual([' ing']);
    expect(wordsFromTokens([token(' ', 1)])).toEqual([]);
    expect(wordsFromTokens([])).toEqual([]);
  });
});
