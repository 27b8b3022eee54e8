import { expect, it } from 'vitest';
import type { LibraryPassage } from '../../../storage/library/library-texts.ts';
import { meantPassages, meantTexts } from './meant-passages.ts';

const spoken = (start: number, text: string, speaker = 0): LibraryPassage => ({
  kind: 'text',
  start,
  speaker,
  text,
});

it('joins short turns, cuts long ones between sentences, and spreads their times', () => {
  const sentence = 'This is a sentence about the budget of the year that comes. ';
  const long = sentence.repeat(20).trim();
  const found = meantPassages([
    spoken(0, 'Good morning.'),
    spoken(3, 'Hello, Ben.', 1),
    spoken(50, long),
    spoken(130, 'After it.'),
    { kind: 'note', start: 60, speaker: null, text: 'A note' },
  ]);
  expect(found[0]).toEqual({ start: 0, speaker: null, text: 'Good morning. Hello, Ben.' });
  const parts = found.slice(1);
  expect(parts.every(({ text }) => text.length <= 380)).toBe(true);
  expect(parts.map(({ text }) => text).join(' ')).toBe(`${long} After it.`);
  expect(parts[0]).toMatchObject({ start: 50, speaker: 0 });
  const starts = parts.map(({ start }) => start);
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(Math.max(...starts)).toBeLessThan(131);
});

it('cuts text without punctuation between words, and Japanese by its own length', () => {
  const words = 'and then we go on '.repeat(60).trim();
  const cut = meantPassages([spoken(0, words)]);
  expect(cut.length).toBeGreaterThan(2);
  expect(cut.every(({ text }) => text.length <= 380 && words.includes(text) && !/\S{10}/u.test(text))).toBe(
    true,
  );
  const japanese = meantPassages([spoken(0, '今日は予算について話します。'.repeat(30))]);
  expect(japanese.every(({ text }) => text.length <= 140)).toBe(true);
});

it('parts a passage between the sentences next to its middle, each half with the words of the name', () => {
  const [one, two, three] = [
    'Good morning all.',
    'The budget is small this year.',
    'We meet again on Monday.',
  ];
  expect(meantTexts('board meeting 12.wav', `${one} ${two} ${three}`)).toEqual([
    `board meeting. ${one} ${two}`,
    `board meeting. ${three}`,
  ]);
  expect(meantTexts('12.wav', two)).toEqual([two, two]);
});
