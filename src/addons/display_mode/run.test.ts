import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { inReadingOrder } from './run.ts';

/** Words of 0.4 s, one every half second. */
function said(text: string, start: number, speaker: number, channel = 0): Utterance {
  const words = text.split(' ').map((word, index) => ({
    word: ` ${word}`,
    start: start + index * 0.5,
    end: start + index * 0.5 + 0.4,
    confidence: 0.9,
  }));
  return {
    start,
    end: words.at(-1)?.end ?? start,
    confidence: 0.9,
    channel,
    speaker,
    words,
    text,
    language: 'en',
  };
}

const texts = (...utterances: Utterance[]) => inReadingOrder(utterances).map(({ text }) => text);

describe('display_mode', () => {
  it('keeps utterances that do not overlap, in order of time', () => {
    expect(texts(said('two three', 3, 1), said('zero one', 0, 0))).toEqual(['zero one', 'two three']);
  });

  it('splits an utterance that somebody interrupts', () => {
    expect(texts(said('a b c d e f', 0, 0), said('yes right', 1.2, 1))).toEqual([
      'a b c',
      'yes right',
      'd e f',
    ]);
    expect(texts(said('a b c d e f', 0, 0, 0), said('yes right', 1.2, 0, 1))).toEqual([
      'a b c',
      'yes right',
      'd e f',
    ]);
  });

  it('splits it for every interruption', () => {
    expect(texts(said('a b c d e f g h', 0, 0), said('yes', 1.2, 1), said('no', 2.2, 2))).toEqual([
      'a b c',
      'yes',
      'd e',
      'no',
      'f g h',
    ]);
  });

  it('does not split for one that only starts at the same time, or ends earlier', () => {
    expect(texts(said('a b', 0, 0), said('c d', 0, 1))).toEqual(['a b', 'c d']);
    expect(texts(said('a b', 0, 0), said('c d', 0.6, 1))).toEqual(['a b', 'c d']);
  });

  it('does not split a speaker because of themself', () => {
    expect(texts(said('a b c', 0, 0), said('d', 0.7, 0))).toEqual(['a b c', 'd']);
  });

  it('gives the new utterances their own times', () => {
    const [first, , rest] = inReadingOrder([said('a b c d', 0, 0), said('yes', 0.7, 1)]);
    expect([first?.start, first?.end, rest?.start, rest?.end]).toEqual([0, 0.9, 1, 1.9]);
    expect(first?.words.map(({ word }) => word)).toEqual([' a', ' b']);
  });

  it('neither loses nor repeats a word, and keeps each speaker’s order, for any overlap', () => {
    const utterance = fc
      .tuple(fc.integer({ min: 1, max: 8 }), fc.nat(40), fc.nat(2))
      .map(([count, start, speaker]) =>
        said(Array.from({ length: count }, (_, index) => `w${index}`).join(' '), start / 4, speaker),
      );
    fc.assert(
      fc.property(fc.array(utterance, { maxLength: 8 }), (utterances) => {
        const shown = inReadingOrder(utterances);
        const words = (all: Utterance[]) => all.flatMap((one) => one.words);
        expect(new Set(words(shown))).toEqual(new Set(words(utterances)));
        expect(words(shown)).toHaveLength(words(utterances).length);
        for (const { words: original } of utterances) {
          const places = original.map((word) => words(shown).indexOf(word));
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
        for (const { text, words: own } of shown) {
          expect(text).toBe(
            own
              .map(({ word }) => word)
              .join('')
              .trim(),
          );
          expect(own.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
