import { expect, it } from 'vitest';
import alignments from './alignments.json' with { type: 'json' };
import sentences from './sentences.json' with { type: 'json' };
import { evenlySpoken, wordTimeOffs } from './word-time-offs.ts';

it('compares each word with those that it may come from', () => {
  const spoken = evenlySpoken('the red house');
  const [the, red, house] = spoken.map(({ start }) => start);
  const translated = [the, house, red].map((start = 0) => ({ word: 'x', start, end: start, confidence: 1 }));
  expect(wordTimeOffs(translated, spoken, '1 3 2')).toEqual([0, 0, 0]);
  const [first, second = 0, third = 0] = wordTimeOffs(translated, spoken, '1/2 2 3');
  expect(first).toBe(0);
  expect(second).toBeGreaterThan(0.2);
  expect(third).toBe(second);
  expect(() => wordTimeOffs(translated, spoken, '1 2')).toThrow('is not about 3 words');
});

it('has at least 300 sentences, and 100 of them aligned by hand, word for word', () => {
  const english = new Set(sentences.map(({ en }) => en));
  expect(english.size).toBeGreaterThanOrEqual(300);
  expect(sentences).toHaveLength(english.size);
  expect(alignments.length).toBeGreaterThanOrEqual(100);
  for (const { en, made, from } of alignments) {
    expect(english).toContain(en);
    expect(from.split(' '), made).toHaveLength(made.split(' ').length);
    for (const number of from.split(/[ /]/u).map(Number)) {
      expect(number, en).toBeGreaterThanOrEqual(1);
      expect(number, en).toBeLessThanOrEqual(en.split(' ').length);
    }
  }
});
