import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../tests/runner/case-rows.ts';
import { suggestPhrase, weaknessOf } from './phrase-strength.ts';

describe('a team phrase', () => {
  it.each(caseRows<[string, string]>(import.meta.url, 'weak'))(
    'is refused where it is easily guessed: %s',
    (phrase, why) => {
      expect(weaknessOf(phrase)).toBe(why);
    },
  );

  it.each(caseRows<string>(import.meta.url, 'strong'))('may be %s', (phrase) => {
    expect(weaknessOf(phrase)).toBeNull();
  });

  it('is no single character, word or short piece, however often it is repeated', () => {
    const piece = fc.string({ minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(piece, fc.integer({ min: 1, max: 40 }), (text, times) => {
        expect(weaknessOf(text.repeat(times))).not.toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,30}$/), (word) => {
        expect(weaknessOf(word)).not.toBeNull();
      }),
    );
  });

  it('is suggested strong, and never twice', () => {
    const phrases = Array.from({ length: 500 }, suggestPhrase);
    expect(phrases.map(weaknessOf).filter((weakness) => weakness !== null)).toEqual([]);
    expect(new Set(phrases).size).toBe(500);
    expect(
      phrases.every((phrase) => /^([bdfghjklmnprstvz][aiou]){2}[bdfghjklmnprstvz]( \w{5}){4}$/.test(phrase)),
    ).toBe(true);
  });
});
