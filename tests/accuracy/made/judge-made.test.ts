import { expect, it } from 'vitest';
import { faultsOf } from './judge-made.ts';

const word = (text: string, start: number, end: number) => ({
  ...{ word: ` ${text}`, start, end, confidence: 0.9 },
});
const SAID = [
  { text: 'We left the house', isSynthetic: false, start: 0, end: 2 },
  { text: 'and came back in the morning', isSynthetic: false, start: 3, end: 6 },
];
const [left, back] = [
  [word('We', 0, 0.4), word('left', 0.4, 0.8), word('the', 0.8, 1), word('house.', 1, 1.6)],
  ['and', 'came', 'back', 'in', 'the', 'morning.'].map((text, at) => word(text, 3 + at / 3, 3.3 + at / 3)),
];

it('a text is right whose words are in their places', () => {
  expect(faultsOf('near and far', 'en', SAID, [...left, ...back])).toEqual([]);
});

it('a text is wrong without the last word of a stretch, or with a word in another one', () => {
  const faults = (words: typeof left) => faultsOf('near and far', 'en', SAID, words);
  expect(faults([...left.slice(0, 3), ...back])).toEqual(['the end of: We left the house']);
  expect(faults([...left.slice(0, 3), word('house', 4, 4.2), ...back])[0]).toContain('house at 4.00 s');
  const guess = [...left, ...back.slice(1, 3)];
  expect(faults(guess)[0]).toMatch(/errors/);
  // The result says so.
  expect(faults(guess.map((one) => ({ ...one, confidence: 0.5 })))).toEqual([]);
});

it('nothing is right where nobody speaks', () => {
  expect(faultsOf('silence', 'en', [], [])).toEqual([]);
  expect(faultsOf('silence', 'en', [], left)).toEqual(['4 words where nobody speaks']);
});

it('letters and digits are right in any spelling, and those of a synthetic voice at their times', () => {
  const spelled = [word('W-4', 0, 1.5), word('neun', 2, 2.5)];
  const said = (isSynthetic: boolean) =>
    ['W', '4', '9'].map((text, at) => ({ text, isSynthetic, start: at, end: at + 0.6 }));
  const faults = (isSynthetic: boolean, words: typeof left) =>
    faultsOf('letters and digits one by one', 'de', said(isSynthetic), words);
  expect(faults(false, spelled)).toEqual([]);
  expect(faults(false, spelled.slice(1))[0]).toMatch(/errors/);
  expect(faults(true, [word('weh', 0, 0.5), word('vier', 1, 1.5), word('neun', 2, 2.5)])).toEqual([]);
  expect(faults(true, [word('weh', 0, 0.5), word('vier', 1, 1.5)])).toEqual(['nothing at: 9']);
});

it('a text may have the errors of plain Whisper', () => {
  const said = [{ text: 'one two', plain: 'won too', isSynthetic: false, start: 0, end: 2 }];
  expect(faultsOf('telephone', 'en', said, [word('won', 0, 1), word('too', 1, 2)])).toEqual([]);
});
