import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecognisedWord } from '../asr-engine.ts';
import { alignInTime } from './align-in-time.ts';
import { calibrated, UNCALIBRATED } from './calibration.ts';
import { vote } from './vote.ts';

/** Words of 0.3 s, one every 0.4 s; `word:0.5` has confidence 0.5, and `-` is a gap of one word. */
const recognised = (text: string, shift = 0): RecognisedWord[] =>
  text.split(' ').flatMap((part, index) => {
    const [word = '', confidence = '0.9'] = part.split(':');
    const start = index * 0.4 + shift;
    return word === '-'
      ? []
      : [{ word: ` ${word}`, start, end: start + 0.3, confidence: Number(confidence) }];
  });

const voted = (first: string, second: string): string =>
  vote(
    { words: recognised(first), calibration: UNCALIBRATED },
    { words: recognised(second, 0.05), calibration: UNCALIBRATED },
  )
    .map(({ word }) => word)
    .join('')
    .trim();

describe('alignInTime', () => {
  it('pairs equal words, whatever their case and marks', () => {
    const pairs = alignInTime(recognised('Ask not, what'), recognised('ask - what'));
    expect(pairs.map(({ first, second, agreed }) => [first?.word, second?.word, agreed])).toEqual([
      [' Ask', ' ask', true],
      [' not,', undefined, false],
      [' what', ' what', true],
    ]);
  });

  it('never pairs words that were said more than a second apart', () => {
    const pairs = alignInTime(recognised('yes'), recognised('yes', 3));
    expect(pairs).toHaveLength(2);
  });
});

describe('vote', () => {
  it('keeps the first one’s spelling if both agree, with a higher confidence than either', () => {
    const words = vote(
      { words: recognised('Hello, World.:0.8'), calibration: UNCALIBRATED },
      { words: recognised('hello world:0.7'), calibration: UNCALIBRATED },
    );
    expect(words.map(({ word }) => word)).toEqual([' Hello,', ' World.']);
    expect(words[1]?.confidence).toBeCloseTo(1 - 0.2 * 0.3);
  });

  it('takes the more confident words where they differ', () => {
    expect(voted('the cat:0.4 sat', 'the hat:0.95 sat')).toBe('the hat sat');
    expect(voted('the cat:0.95 sat', 'the hat:0.4 sat')).toBe('the cat sat');
  });

  it('stays with the first one unless that doubts and the other one is sure', () => {
    expect(voted('the cat:0.8 sat', 'the hat:0.95 sat')).toBe('the cat sat');
    expect(voted('the cat:0.5 sat', 'the hat:0.65 sat')).toBe('the cat sat');
    expect(voted('the cat:0.7 sat', 'the hat:0.75 sat')).toBe('the cat sat');
    expect(voted('ask - what', 'ask so:0.8 what')).toBe('ask what');
    expect(voted('ask not:0.3 what', 'ask - what')).toBe('ask not what');
  });

  it('sees no dispute in two spellings of one word', () => {
    expect(voted('Mr.:0.3 Brown', 'mister:0.95 brown')).toBe('Mr. Brown');
  });

  it('takes a disputed run as a whole, by its mean', () => {
    expect(voted('we wreck:0.5 a:0.5 nice:0.6 beach', 'we recognise:0.9 - speech:0.9 beach')).toBe(
      'we recognise speech beach',
    );
  });

  it('keeps a word that only one recognised if it is more likely right than wrong', () => {
    expect(voted('ask not what', 'ask - what')).toBe('ask not what');
    expect(voted('ask what', 'ask what um:0.05')).toBe('ask what');
  });

  it('follows the recogniser that is confident overall, even where the other one seems to be', () => {
    expect(voted('xa:0.2 xb:0.3 xc:0.85 xd:0.2', 'ask:0.9 not:0.9 what:0.8 your:0.9')).toBe(
      'ask not what your',
    );
  });

  it('gives a run without punctuation the mark of the other', () => {
    const marked = vote(
      {
        words: [
          ...recognised('he said'),
          { word: ' cat.', start: 0.8, end: 1.1, confidence: 0.3 },
          ...recognised('- - - So'),
        ],
        calibration: UNCALIBRATED,
      },
      { words: recognised('he said hat so'), calibration: UNCALIBRATED },
    );
    expect(marked.map(({ word }) => word).join('')).toBe(' he said hat. So');
  });

  it('reads confidences by their calibration', () => {
    const boastful = { slope: 1, offset: -3 };
    const words = vote(
      { words: recognised('cat:0.9'), calibration: boastful },
      { words: recognised('hat:0.7'), calibration: UNCALIBRATED },
    );
    expect(words[0]?.word).toBe(' hat');
  });

  const word = fc.record({
    word: fc.constantFrom(' a', ' b', ' c', ' d', ' e.'),
    length: fc.double({ min: 0.05, max: 0.8, noNaN: true }),
    gap: fc.double({ min: 0, max: 0.5, noNaN: true }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const words = fc.array(word, { maxLength: 30 }).map((parts) => {
    let at = 0;
    return parts.map(({ word, length, gap, confidence }): RecognisedWord => {
      const start = at + gap;
      at = start + length;
      return { word, start, end: at, confidence };
    });
  });

  it('returns words in order, each with a time and a probability, for any two hypotheses', () => {
    fc.assert(
      fc.property(words, words, (first, second) => {
        const fused = vote(
          { words: first, calibration: UNCALIBRATED },
          { words: second, calibration: UNCALIBRATED },
        );
        for (const [index, { start, end, confidence }] of fused.entries()) {
          expect(end).toBeGreaterThanOrEqual(start);
          expect(start).toBeGreaterThanOrEqual(fused[index - 1]?.start ?? 0);
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('neither loses nor adds a word in alignment, for any two hypotheses', () => {
    fc.assert(
      fc.property(words, words, (first, second) => {
        const aligned = alignInTime(first, second);
        expect(aligned.flatMap((place) => place.first ?? [])).toEqual(first);
        expect(aligned.flatMap((place) => place.second ?? [])).toEqual(second);
      }),
    );
  });

  it('changes no text if both recognised the same', () => {
    fc.assert(
      fc.property(words, (same) => {
        const fused = vote(
          { words: same, calibration: UNCALIBRATED },
          { words: same, calibration: UNCALIBRATED },
        );
        expect(fused.map(({ word }) => word)).toEqual(same.map(({ word }) => word));
      }),
    );
  });
});

describe('calibration', () => {
  it('lowers the confidences of an overconfident recogniser', () => {
    expect(calibrated(0.95, { slope: 1, offset: -Math.log(19) })).toBeCloseTo(0.5, 5);
  });

  it('keeps the order of confidences', () => {
    const line = { slope: 0.72, offset: 1.18 };
    expect(calibrated(0.9, line)).toBeGreaterThan(calibrated(0.3, line));
  });
});
