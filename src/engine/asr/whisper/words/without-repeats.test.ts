import { expect, it } from 'vitest';
import { isOnBothSides, withoutRepeats } from './without-repeats.ts';

/** Words as `text attended start end`. */
const words = (...all: string[]) =>
  all.map((one) => {
    const [text, attended, start, end] = one.split(' ');
    return {
      text,
      attended: Number(attended),
      word: { word: ` ${text}`, start: Number(start), end: Number(end) },
    };
  });

const kept = (all: ReturnType<typeof words>, furthest: number) =>
  withoutRepeats(all, furthest)
    .map(({ text }) => text)
    .join(' ');

it('drops words that attend to what was said, and have no sound of their own', () => {
  const all = words(
    'coffee. 15.74 15.45 15.88',
    'Smith 14.40 16.32 16.34',
    'London 15.06 16.34 16.48',
    'coffee. 15.71 16.48 16.48',
    'Monday 16.69 16.67 17.14',
  );
  expect(kept(all, 15.29)).toBe('coffee. Monday');
  expect(kept(all.slice(1), 15.74)).toBe('Monday');
});

it('drops a word that is the one before it again, without a sound of its own', () => {
  const all = words('one 20.93 20.54 20.54', 'is 20.93 20.91 20.99');
  expect(withoutRepeats(all, 20.29, ' One').map(({ text }) => text)).toEqual(['is']);
  expect(kept(words('one 20.3 20.2 20.4', 'one. 20.9 20.43 20.54', 'is 20.93 20.6 20.9'), 20)).toBe('one is');
});

it('keeps what a person says twice, and words whose attention is off', () => {
  expect(kept(words('no 1.1 1.0 1.2', 'no 1.4 1.3 1.5', 'no 1.7 1.6 1.8'), 0.9)).toBe('no no no');
  expect(kept(words('the 2.0 2.0 2.1', 'house 1.2 2.2 2.6', 'is 2.8 2.7 2.9'), 1.9)).toBe('the house is');
});

it('knows a word that lies on a cut from one that is said twice', () => {
  const word = (text: string, start: number, end: number) => ({ word: ` ${text}`, start, end });
  expect(isOnBothSides(word('this', 9.24, 9.32), word('This', 9.36, 9.38))).toBe(true);
  expect(isOnBothSides(word('no,', 9.24, 9.4), word('no', 9.45, 9.6))).toBe(false);
  expect(isOnBothSides(word('silent,', 9.2, 9.24), word('this', 9.24, 9.32))).toBe(false);
  expect(isOnBothSides(undefined, word('this', 9.24, 9.32))).toBe(false);
});
