import fc from 'fast-check';
import { expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { withoutCase } from '../../lib/fold-letters.ts';
import { findReplacements } from './find-text.ts';
import { type FindOptions, finderOf } from './finder.ts';

const found = (text: string, sought: string, options: FindOptions = {}) =>
  Array.from(finderOf(sought, options)?.(text) ?? [], ({ from, to }) => text.slice(from, to));

it.each(caseRows<[string, string, string]>(import.meta.url, 'folded'))(
  'in "%s", "%s" is "%s"',
  (text, sought, place) => expect(found(text, sought)).toEqual([place]),
);

it.each(caseRows<[string, string, string[]]>(import.meta.url, 'quoted'))(
  'in "%s", "%s" is %j',
  (text, sought, places) => expect(found(text, sought)).toEqual(places),
);

it.each(caseRows<[string, string, string]>(import.meta.url, 'whereAccentsMay'))(
  'in "%s", "%s" is "%s" where accents may differ',
  (text, sought, place) => {
    expect(found(text, sought, { loose: true })).toEqual([place]);
  },
);

it.each(caseRows<[string, string, string[]]>(import.meta.url, 'partSignPlace'))(
  'part of a sign is no place: "%s" and "%s"',
  (text, sought, places) => {
    expect(found(text, sought)).toEqual(places);
  },
);

it.each(caseRows<[string, string, string[]]>(import.meta.url, 'unspaced'))(
  'in "%s", the whole word "%s" is %j',
  (text, sought, places) => {
    expect(found(text, sought, { wholeWord: true })).toEqual(places);
  },
);

it('finds whole words of a regular expression in no decimal number', () => {
  expect(found('3.5 and 3.', '\\d', { wholeWord: true, regex: true })).toEqual(['3']);
});

it('keeps case where it is asked for, and a dollar of a text', () => {
  expect(found('Don’t don’t', "don't", { matchCase: true })).toEqual(['don’t']);
  const finder = finderOf("l'été") ?? expect.fail();
  expect(findReplacements(['à L’e\u0301te\u0301 prochain'], finder, '$1')).toEqual([
    { paragraph: 0, from: 2, to: 9, written: '$1' },
  ]);
});

it('finds each part of a text that begins and ends with a sign', () => {
  const sign = fc.constantFrom(
    'a',
    'É',
    'e\u0301',
    'ß',
    'ﬁ',
    'が',
    'ｶﾞ',
    '😀',
    '１',
    '’',
    '\u00ad',
    ' ',
    '한',
    'ة',
  );
  fc.assert(
    fc.property(fc.array(sign), fc.array(sign, { minLength: 1 }), fc.array(sign), (before, part, after) => {
      const sought = part.join('').trim();
      fc.pre(withoutCase(sought) !== '' && !/^\s|\s$/u.test(part.join('')));
      const text = [...before, sought, ...after].join('');
      for (const loose of [false, true]) expect(found(text, sought, { loose })).not.toEqual([]);
    }),
  );
});
