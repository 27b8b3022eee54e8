import { describe, expect, it } from 'vitest';
import { ownCueFaults } from '../../cli/build/cue-files.ts';
import { inverseNormalise } from '../entities/inverse-normalise.ts';
import { writtenSpan } from '../entities/mapped-text.ts';
import { findForms } from '../entities/recognisers/forms.ts';
import { cueFaults, nameFaults } from './check-cues.ts';
import { cuesSource } from './cues.ts';

const file = (...cues: unknown[]) => ({ cues, words: {} });
const NAME = { kind: 'name', cues: ['my name is'] };
const FORM = { kind: 'form', type: 'DATE', forms: ['<day> (of )?<month>'] };
const PLACE = { kind: 'place', of: ['subject'], forms: ['put _<given><any>_'] };
const CODE = { kind: 'code', code: 'card code', cues: ['cvv2?'] };

describe('a file of cues', () => {
  it('is right in all languages', () => expect(ownCueFaults()).toEqual([]));

  it.each([
    ['an unknown field', file(NAME, { ...NAME, strenght: 'sure' }), /^xx\.json, cues\[1\]: .*strenght/],
    ['an unknown kind', file({ ...NAME, kind: 'nickname' }), /^xx\.json, cues\[0\]\.kind: /],
    ['an unknown code', file({ ...CODE, code: 'library card' }), /^xx\.json, cues\[0\]\.code: /],
    ['a broken pattern', file({ ...CODE, cues: ['cvv', 'card (code'] }), /^xx\.json, cues\[0\]\.cues\[1\]: /],
    ['a capital in a pattern', file({ ...CODE, cues: ['CVV'] }), /^xx\.json, cues\[0\]\.cues\[0\]: /],
    [
      'a pattern where words are asked for',
      file({ ...NAME, cues: ['(my|her) name'] }),
      /^xx\.json, cues\[0\]\.cues\[0\]: /,
    ],
    ['a row without cues', file({ ...NAME, cues: [] }), /^xx\.json, cues\[0\]\.cues: /],
    [
      'a cue twice',
      file(NAME, CODE, NAME),
      /^xx\.json, cues\[2\]\.cues\[0\]: "my name is" \(name.*cues\[0\]\.cues\[0\]/,
    ],
    ['an unknown part', file({ ...FORM, forms: ['<dai>'] }), /^xx\.json, cues\[0\]\.forms\[0\]: <dai>/],
    ['a broken form', file({ ...FORM, forms: ['<day> (of'] }), /^xx\.json, cues\[0\]\.forms\[0\]: /],
    ['half a value', file({ ...FORM, forms: ['on _<day>'] }), /^xx\.json, cues\[0\]\.forms\[0\]: a value/],
    [
      'no word sought',
      file({ ...PLACE, forms: ['put <given><any>'] }),
      /^xx\.json, cues\[0\]\.forms\[0\]: the word/,
    ],
    ['an unknown place', file({ ...PLACE, of: ['nickname'] }), /^xx\.json, cues\[0\]\.of\[0\]: /],
    ['a form twice', file(FORM, FORM), /^xx\.json, cues\[1\]\.forms\[0\]: .*cues\[0\]\.forms\[0\]/],
    ['a word twice', { cues: [], words: { particle: 'von de von' } }, /^xx\.json, words\.particle: "von"/],
    [
      'a word in two rows',
      { cues: [], words: { particle: ['von de', 'la von'] } },
      /^xx\.json, words\.particle: "von"/,
    ],
    ['an unknown symbol', { cues: [], words: {}, symbols: { pipe: 'pipe' } }, /^xx\.json, symbols/],
    ['an unknown field of numbers', { cues: [], words: {}, numbers: { tens: 'x' } }, /^xx\.json, numbers/],
    ['an unknown use of words', { cues: [], words: { particles: 'von' } }, /^xx\.json, words/],
  ])('with %s is refused, with its row', (_, content, fault) => {
    expect(cueFaults('xx.json', content)[0]).toMatch(fault);
  });
});

it('a class and a part of one name are refused', () => {
  const tables = { 'form-parts.json': { dot: '', particle: '' }, 'word-classes.json': { particle: '' } };
  expect(nameFaults(tables)).toEqual(['word-classes.json: "particle" is in form-parts.json, too']);
});

it.each([
  ['de', 'DATE', 'am dritten mai', 'dritten mai'],
  ['nl', 'LOCATION_ADDRESS_STREET', 'we wonen in de kerkstraat zestien', 'kerkstraat zestien'],
  ['nl', 'DATE', 'op drieentwintig maart', 'drieentwintig maart'],
  ['nl', 'MONEY', 'dat is tweehonderdveertig euro', 'tweehonderdveertig euro'],
  [
    'pt',
    'LOCATION_ADDRESS_STREET',
    'moramos na rua das acacias, numero dezoito',
    'rua das acacias, numero dezoito',
  ],
  ['pt', 'MONEY', 'custa trezentos e vinte e dois euros', 'trezentos e vinte e dois euros'],
] as const)('in %s, %s in "%s" is "%s"', (language, type, said, value) => {
  const view = inverseNormalise(said, () => language);
  const texts = findForms(view)
    .filter((find) => find.type === type)
    .map(({ from, to }) => writtenSpan(view, from, to))
    .map(({ from, to }) => said.slice(from, to));
  expect(texts).toContain(value);
});

it.each([
  ['(numero|codigo) de (mi )?reserva', 'el codigo de mi reserva', true],
  ['versicherten*', 'die versichertennummer', true],
  ['passport(... number)?', 'passport is a british one, the number', true],
  [{ cue: 'social', notFollowedBy: '(security|insurance)' }, 'social insurance', false],
  [{ cue: 'social', notFollowedBy: '(security|insurance)' }, 'my social is', true],
  [{ cue: 'tan', followedBy: '(ist|lautet)' }, 'die tan lautet', true],
  [{ cue: 'tan', followedBy: '(ist|lautet)' }, 'a tan', false],
  [{ cue: 'the code is', behind: '(and|so)', opens: true as const }, 'so the code is', true],
  [{ cue: 'the code is', behind: '(and|so)', opens: true as const }, 'if the code is', false],
])('the cue %j in "%s"', (cue, said, isThere) => {
  expect(new RegExp(cuesSource([cue]), 'u').test(said)).toBe(isThere);
});
