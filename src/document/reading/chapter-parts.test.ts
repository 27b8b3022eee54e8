import { expect, test } from 'vitest';
import { chapterParts } from './chapter-parts.ts';

const TOPICS = [
  'budget money costs invoice tax salary bank price payment loan credit debt'.split(' '),
  'garden roses tulips soil water seeds spade hedge lawn compost pruning bees'.split(' '),
  'engine wheels brake clutch tyre gearbox petrol exhaust bonnet steering axle piston'.split(' '),
];

/** Passages of 20 s; each topic is spoken of for some of them. */
const talk = (passagesOfEach: number) =>
  TOPICS.flatMap((words, topic) =>
    Array.from({ length: passagesOfEach }, (_, index) => {
      const start = (topic * passagesOfEach + index) * 20;
      const own = Array.from({ length: 8 }, (_unused, n) => words[(index * 5 + n * 7) % words.length]);
      return { start, end: start + 20, text: `well and so the ${own.join(' and the ')}`, language: 'en' };
    }),
  );

test('a text is divided where it begins to speak of something else', () => {
  const parts = chapterParts(talk(15));
  expect(parts.map((part) => part[0]?.start)).toEqual([0, 300, 600]);
  expect(parts.flat()).toEqual(talk(15));
});

test('a short text is one part, and no text none', () => {
  expect(chapterParts(talk(5))).toEqual([talk(5)]);
  expect(chapterParts([])).toEqual([]);
});

test('five hours are at most thirty parts, none under a minute', () => {
  const parts = chapterParts(talk(300));
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.length).toBeLessThanOrEqual(30);
  for (const part of parts)
    expect((part.at(-1)?.end ?? 0) - (part[0]?.start ?? 0)).toBeGreaterThanOrEqual(60);
});
