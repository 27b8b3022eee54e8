import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinTexts, splitText } from './split-text.ts';

const upTo = (length: number, together = length) => ({
  fits: (text: string) => text.trim().length <= length,
  fitsTogether: (text: string) => text.trim().length <= together,
});

describe('splitting what is longer than a model reads', () => {
  it('at sentence ends, in as few parts as possible', () => {
    expect(splitText('One. Two. Three.', 'en', upTo(10))).toEqual(['One. Two.', 'Three.']);
    expect(splitText('One. Two.', 'en', upTo(100))).toEqual(['One. Two.']);
    expect(splitText('はい。そうです。', 'ja', upTo(5))).toEqual(['はい。', 'そうです。']);
  });

  it('reads a sentence whole that is longer than several may be, and knows what ends none', () => {
    expect(splitText('Mr. Smith is here today. Yes.', 'en', upTo(40, 10))).toEqual([
      'Mr. Smith is here today.',
      'Yes.',
    ]);
  });

  it('a sentence that is too long after a comma, else between words', () => {
    expect(splitText('When it rains, we stay here.', 'en', upTo(18))).toEqual([
      'When it rains,',
      'we stay here.',
    ]);
    expect(splitText('one two three four', 'en', upTo(9))).toEqual(['one two', 'three', 'four']);
    expect(splitText('今日は天気がいいです', 'ja', upTo(5)).every((part) => part.length <= 5)).toBe(true);
  });

  it('keeps a word whole that is too long, and returns nothing for nothing', () => {
    expect(splitText('extraordinary', 'en', upTo(5))).toEqual(['extraordinary']);
    expect(splitText(' \n', 'en', upTo(5))).toEqual([]);
  });

  it('loses nothing, whatever the text', () => {
    const letters = (text: string) => text.replaceAll(/\s/gu, '');
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 1, max: 30 }),
        (text, most) => {
          const parts = splitText(text, 'en', upTo(most));
          expect(letters(parts.join(''))).toBe(letters(text));
          expect(parts.every((part) => part !== '' && part === part.trim())).toBe(true);
        },
      ),
    );
  });

  it('joins texts as their script does', () => {
    expect(joinTexts(['Bonjour.', 'Oui.'])).toBe('Bonjour. Oui.');
    expect(joinTexts(['はい。', 'そうです。'])).toBe('はい。そうです。');
    expect(joinTexts(['', 'Oui.'])).toBe('Oui.');
  });
});
