import { expect, it } from 'vitest';
import { NameMask, spellingsOf } from './mask-names.ts';

it('masks a name as a whole, in any case, and its parts as they are written', () => {
  const mask = new NameMask(spellingsOf('Ada  Lovelace'));
  expect(mask.text("ADA LOVELACE and Ada's friend, not Adam, nor the ada compiler.")).toBe(
    "[…] […] and […]'s friend, not Adam, nor the ada compiler.",
  );
  expect(mask.count).toBe(2);
});

it('masks names that several words have together, and leaves all else the same object', () => {
  const untouched = { words: [{ word: ' Good', start: 0 }] };
  const value = {
    text: 'We met Ada Lovelace.',
    parts: [
      { words: ['We', ' met', ' ada', ' lovelace.'].map((word, start) => ({ word, start })) },
      untouched,
    ],
  };
  const masked = new NameMask(['Ada Lovelace']).value(value);
  expect(masked.text).toBe('We met […] […].');
  expect(masked.parts[0]?.words.map(({ word }) => word)).toEqual(['We', ' met', ' […]', ' […].']);
  expect(masked.parts[1]).toBe(untouched);
});

it('offers no part that would mask ordinary letters, and takes letters with accents in both forms', () => {
  expect(spellingsOf('Li Müller')).toEqual(['Li Müller', 'Müller']);
  expect(new NameMask(['Müller']).text('Herr Mu\u0308ller kam.')).toBe('Herr […] kam.');
  expect(new NameMask(['A.B. (x)']).text('a.b. (x)')).toBe('[…] […]');
});
