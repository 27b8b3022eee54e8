import type { RecognisedWord } from '../../../src/engine/asr/asr-engine.ts';

/** Pseudo-random numbers from 0 to 1, the same in every run (Park and Miller). */
export function fixedNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/**
 * Typical confidences of correct and wrong words: six of seven correct words are nearly certain, wrong ones are
 * mostly doubtful.
 */
export const rightConfidence = (number: () => number): number =>
  number() < 0.86 ? 0.88 + 0.12 * number() : 0.4 + 0.48 * number();
export const wrongConfidence = (number: () => number): number => 0.2 + 0.6 * number();

/** Words of a text, three per second. */
export const spokenWords = (words: readonly string[], confidence: () => number): RecognisedWord[] =>
  words.map((word, index) => ({
    word: ` ${word}`,
    start: index / 3,
    end: index / 3 + 0.3,
    confidence: confidence(),
  }));

export const textOf = (words: readonly RecognisedWord[]): string =>
  words
    .map(({ word }) => word)
    .join('')
    .trim();
