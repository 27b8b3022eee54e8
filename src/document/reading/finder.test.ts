import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutCase } from '../../lib/fold-letters.ts';
import { findReplacements } from './find-text.ts';
import { type FindOptions, finderOf } from './finder.ts';

const found = (text: string, sought: string, options: FindOptions = {}) =>
  Array.from(finderOf(sought, options)?.(text) ?? [], ({ from, to }) => text.slice(from, to));

it.each([
  ['das e\u0301te\u0301 fini', 'été', 'e\u0301te\u0301'],
  ['das été fini', 'e\u0301te\u0301', 'été'],
  ['I don’t know', "don't", 'don’t'],
  ["I don't know", 'donʼt', "don't"],
  ['Die Straße hier', 'STRASSE', 'Straße'],
  ['in １２３ yen', '123', '１２３'],
  ['the ﬁnance plan', 'finance', 'ﬁnance'],
  ['ΣΟΦΟΣ ἦν', 'σοφος', 'ΣΟΦΟΣ'],
  ['an e\u00admail came', 'email', 'e\u00admail'],
  ['a “co‑op”', '"co-op"', '“co‑op”'],
  ['mit ｶﾞｽ', 'ガス', 'ｶﾞｽ'],
  ['new\u00a0 york', 'new york', 'new\u00a0 york'],
  ['een \u00ad hier', '\u00ad', '\u00ad'],
  ['हिन्दी में', 'हिन', 'हिन'],
])('in "%s", "%s" is "%s"', (text, sought, place) => expect(found(text, sought)).toEqual([place]));

it.each([
  ['il dit «oui», « oui » et «\u00a0oui\u00a0»', '"oui"', ['«oui»', '« oui »', '«\u00a0oui\u00a0»']],
  ['he said "yes"', '«yes»', ['"yes"']],
  ['il dit ‹oui›', "'oui'", ['‹oui›']],
  ['he said "no" oui', '"oui', []],
  ['1000 1,000 1.000 1’000', '1000', ['1000', '1,000', '1.000', '1’000']],
  ['1 000, 1\u00a0000, 1\u202f000', '1000', ['1 000', '1\u00a0000', '1\u202f000']],
  ['41,000 or 1,000,000 or 1.0000', '1000', []],
  ['2500000, 2,500,000', '2.500.000', ['2500000', '2,500,000']],
  ['it cost 1,000.50 then', '1000.50', ['1,000.50']],
  ['12,5000', '5000', ['5000']],
])('in "%s", "%s" is %j', (text, sought, places) => expect(found(text, sought)).toEqual(places));

it.each([
  ['Łódź ist', 'lodz', 'Łódź'],
  ['un œuf', 'oeuf', 'œuf'],
  ['på Ærø nu', 'aero', 'Ærø'],
  ['den Weißen', 'weissen', 'Weißen'],
  ['cafe\u0301 bar', 'cafe', 'cafe\u0301'],
  ['カタカナ', 'かたかな', 'カタカナ'],
])('in "%s", "%s" is "%s" where accents may differ', (text, sought, place) => {
  expect(found(text, sought, { loose: true })).toEqual([place]);
});

it.each([
  ['Straße', 's', ['S']],
  ['ﬁne', 'i', []],
  ['schon schön', 'schon', ['schon']],
  ['cafe\u0301', 'cafe', []],
])('part of a sign is no place: "%s" and "%s"', (text, sought, places) => {
  expect(found(text, sought)).toEqual(places);
});

it.each([
  ['我在北京大学', '北京', ['北京']],
  ['我在北京大学', '京大', []],
  ['ไปกินข้าว', 'กิน', ['กิน']],
  ['用GitHub写', 'github', ['GitHub']],
  ['用GitHub写', 'git', []],
  ['été', 't', []],
  ['C++ is', 'c++', ['C++']],
  ['3.5 or 5,3 or 3:30, then 3. Or 3', '3', ['3', '3']],
  ['3.5 or 3.5.2', '3.5', ['3.5']],
  ['1,000 or 1,000,000', '1000', ['1,000']],
  ['约3.5倍、3倍', '3', ['3']],
])('in "%s", the whole word "%s" is %j', (text, sought, places) => {
  expect(found(text, sought, { wholeWord: true })).toEqual(places);
});

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
