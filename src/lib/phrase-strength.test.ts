import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestPhrase, weaknessOf } from './phrase-strength.ts';

describe('a team phrase', () => {
  it.each([
    ['aaaaaaaaaaaa', 'repeats'],
    ['abababababab', 'repeats'],
    ['abcdefghijklmnop', 'repeats'],
    ['zyxwvutsrqponmlk', 'repeats'],
    ['123456789012', 'repeats'],
    ['1234567890123456789012345678901234567890', 'repeats'],
    ['qwertyuiopasdfghjkl', 'repeats'],
    ['a b c d e f g h i j k l m n o p', 'repeats'],
    ['heron heron heron heron heron heron', 'repeats'],
    ['abc123abc123abc123abc123', 'repeats'],
    ['internationalization', 'few-words'],
    ['correcthorse', 'few-words'],
    ['password1234', 'few-words'],
    ['Passwort2026!', 'few-words'],
    ['P4ssw0rd!P4ssw0rd!', 'repeats'],
    ['earshot team pool', 'few-words'],
    ['to be or not to be', 'few-words'],
    ['Mississippi 2024', 'few-words'],
    ['19.11.1987 Anna', 'few-words'],
    ['            heron', 'short'],
    ['', 'short'],
  ])('is refused where it is easily guessed: %s', (phrase, why) => {
    expect(weaknessOf(phrase)).toBe(why);
  });

  it.each([
    'seven quiet herons at dusk',
    'correct horse battery staple',
    'sieben leise Reiher im Abendrot',
    'Der Dachs friert heute neben dem Ofen',
    'le héron gris mange trois grenouilles vertes',
    '鷺が七羽夕暮れの湖で静かに',
    'семь тихих цапель на закате',
    'x7Kq-9fLw2-mPz4R',
    '9f86d081884c7d659a2feaa0c55ad015',
    'lusab babad gutih tugad mopik',
  ])('may be %s', (phrase) => {
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
