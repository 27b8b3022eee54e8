import { describe, expect, it } from 'vitest';
import { ownCueFaults } from '../../cli/build/cue-files.ts';
import { cueFaults } from './check-cues.ts';
import { cuesSource } from './cues.ts';

const file = (...cues: unknown[]) => ({ cues, words: {} });
const NAME = { kind: 'name', cues: ['my name is'] };
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
    ['a word twice', { cues: [], words: { particle: 'von de von' } }, /^xx\.json, words\.particle: "von"/],
    ['an unknown use of words', { cues: [], words: { particles: 'von' } }, /^xx\.json, words/],
  ])('with %s is refused, with its row', (_, content, fault) => {
    expect(cueFaults('xx.json', content)[0]).toMatch(fault);
  });
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
