import { describe, expect, it } from 'vitest';
import { missingFrom } from './recognise-pass.ts';

const word = (text: string, start: number, end: number) => ({ word: text, start, end, confidence: 0.9 });

/** Two sentences with a pause; the text ends with the first. */
const SPEECH = [
  { start: 0.1, end: 2.4 },
  { start: 3.4, end: 5.2 },
];
/** The time of what is missing reaches into the last word. */
const WORDS = [word(' Voici', 0.2, 0.7), word(' numéro', 0.8, 1.5), word(' un.', 2, 2.35)];

describe('where a text is missing', () => {
  it('is behind a last word that ends its stretch of speech', () => {
    expect(missingFrom(WORDS, 1.9, SPEECH)).toBe(2.4);
  });

  it('is behind the end of that word where it reaches into the pause', () => {
    expect(missingFrom([...WORDS.slice(0, 2), word(' un.', 2, 2.5)], 1.9, SPEECH)).toBe(2.5);
  });

  it.each([
    ['the last word is in the middle of its speech', [...WORDS.slice(0, 2), word(' un.', 1.9, 2.1)], SPEECH],
    ['no other speech follows', WORDS, SPEECH.slice(0, 1)],
    ['the last word is in no speech', [...WORDS.slice(0, 2), word(' un.', 2.7, 3)], SPEECH],
    ['nobody looked for speech', WORDS, undefined],
    ['there are no words', [], SPEECH],
    [
      'more than the last word is behind it',
      [word(' Voici', 0.2, 0.7), word(' numéro', 1.9, 2), ...WORDS.slice(2)],
      SPEECH,
    ],
    ['the last word is before it', WORDS.slice(0, 2), SPEECH],
  ])('is where the attention skips, as %s', (_, words, speech) => {
    expect(missingFrom(words, 1.9, speech)).toBe(1.9);
  });
});
