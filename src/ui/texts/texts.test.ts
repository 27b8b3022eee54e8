import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatBytes } from '../parts/format-bytes.ts';
import { formatDate } from '../parts/format-date.ts';
import { formatDuration } from '../parts/format-duration.ts';
import { formatList } from '../parts/format-list.ts';
import { languageName } from '../parts/language-name.ts';
import { plural, interfaceText as textWithPieces } from './text-pieces.ts';
import {
  type Catalogue,
  directionOf,
  type InterfaceLanguage,
  inSentence,
  interfaceText,
  takeTextsFrom,
} from './texts.ts';

const show = (language: InterfaceLanguage, catalogue: Catalogue = {}) =>
  takeTextsFrom(() => ({ language, catalogue }));
afterAll(() => show('en'));

describe('in German', () => {
  beforeAll(() =>
    show('de', {
      '{0} of {1}': '{1}, davon {0}',
      '<0>New key “{0}”.</0> Copy it now.': 'Kopieren: <0>Schlüssel „{0}“</0>',
      '# word\n# words': '# Wort\n# Wörter',
      'Not yet': '',
    }),
  );

  it('texts have their values where German wants them; what is not translated stays English', () => {
    expect(interfaceText('{0} of {1}', [3, 8])).toBe('8, davon 3');
    expect(interfaceText('{0} of {1}', [null, 8])).toBe('8, davon ');
    expect(interfaceText('Not yet')).toBe('Not yet');
    expect(interfaceText('Unknown')).toBe('Unknown');
  });

  it('texts with elements are given in pieces', () => {
    const pieces = textWithPieces.c('<0>New key “{0}”.</0> Copy it now.');
    expect(pieces).toEqual(['Kopieren: ', [0, 'Schlüssel „', 0, '“']]);
    expect(textWithPieces.x([0, 'Schlüssel „', 0, '“'], ['Ada'])).toBe('Schlüssel „Ada“');
  });

  it('plurals, sizes, times, lists and names of languages are German', () => {
    const forms = textWithPieces.p('# word\n# words');
    expect([0, 1, 12_345].map((count) => plural(count, forms))).toEqual([
      '0 Wörter',
      '1 Wort',
      '12.345 Wörter',
    ]);
    expect(formatBytes(1_600_000_000)).toBe('1,6\u00A0GB');
    expect(formatDuration(7500)).toMatch(/^2\sStd\.\s5\sMin\.$/);
    expect(formatDate(new Date(2026, 2, 14, 15, 5), new Date(2026, 5, 1))).toBe('14. März, 15:05');
    expect(formatList(['a', 'b', 'c'])).toBe('a, b und c');
    expect(languageName('fr')).toBe('Französisch');
    expect(inSentence('Namen und Fakten')).toBe('Namen und Fakten');
  });
});

it('in French nothing is one, and English and labels within sentences are as before', () => {
  show('fr');
  expect(plural(0, ['# mot', '# mots'])).toBe('0 mot');
  show('en');
  expect([0, 1, 1234].map((count) => plural(count, ['# word', '# words']))).toEqual([
    '0 words',
    '1 word',
    '1234 words',
  ]);
  expect(inSentence('Names and facts')).toBe('names and facts');
  expect(formatList(['a', 'b', 'c'])).toBe('a, b and c');
});

it('plurals have the forms of any language; a category without one has the last', () => {
  const polish = ['# plik', '# pliki', '# plików', '# pliku'];
  takeTextsFrom(() => ({ language: 'pl' as InterfaceLanguage, catalogue: {} }));
  expect([1, 3, 5, 22, 1.5].map((count) => plural(count, polish))).toEqual([
    '1 plik',
    '3 pliki',
    '5 plików',
    '22 pliki',
    '1,5 pliku',
  ]);
  takeTextsFrom(() => ({ language: 'ja' as InterfaceLanguage, catalogue: {} }));
  expect([1, 2].map((count) => plural(count, ['#語']))).toEqual(['1語', '2語']);
  show('fr');
  expect(plural(2_000_000, ['# mot', '# mots'])).toMatch(/ mots$/);
  show('en');
});

it('Arabic and Hebrew are written from right to left', () => {
  expect(['ar', 'he', 'fa-IR', 'de', 'en'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'ltr', 'ltr']);
});
