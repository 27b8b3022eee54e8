import { expect, it } from 'vitest';
import { segmentsOf } from './segmenter-of.ts';

const TEXTS = {
  word: 'Good morning, 漢字仮名交じり文 and ภาษาไทยง่ายนิดเดียว 3.14 ',
  sentence: 'It is Mr. Smith’s. “Is it?” he asked… Yes! No. 3 is a number; e.g. this. ',
  grapheme: 'a\u0301e\u0301 🏳️‍🌈 👩‍👩‍👧 漢 ',
} as const;

it.each(['word', 'sentence', 'grapheme'] as const)(
  'a long text has the segments of the whole: %s',
  (granularity) => {
    const text = TEXTS[granularity].repeat(300);
    const whole = [...new Intl.Segmenter('en', { granularity }).segment(text)];
    const found = [...segmentsOf(text, 'en', granularity)];
    expect(text.length).toBeGreaterThan(2 * 2_000);
    expect(found.map(({ segment, index }) => [segment, index])).toEqual(
      whole.map(({ segment, index }) => [segment, index]),
    );
  },
);

it('a segment may be as long as the text', () => {
  const text = 'a'.repeat(100_000);
  expect([...segmentsOf(text, 'en', 'word')]).toEqual([{ segment: text, index: 0, isWordLike: true }]);
  expect([...segmentsOf('', 'en', 'word')]).toEqual([]);
});
