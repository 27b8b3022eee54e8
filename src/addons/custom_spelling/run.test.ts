import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import { respell } from './run.ts';

/** Words of a text as recognised: each with its leading space, half a second long. */
const heard = (text: string): RecognisedWord[] =>
  (text.match(/\s*\S+/gu) ?? []).map((word, index) => ({
    word,
    start: index * 0.6,
    end: index * 0.6 + 0.5,
    confidence: 0.5 + (index % 5) / 10,
  }));
const textOf = (words: readonly RecognisedWord[]) => words.map(({ word }) => word).join('');
const spell = (text: string, dictionary: Record<string, string[]>) =>
  textOf(respell(heard(text), { spelling_dictionary: dictionary }));

describe('custom spelling', () => {
  it.each(caseRows<[string, string, Record<string, string[]>, string]>(import.meta.url, 'spellings'))(
    '%s',
    (_, text, dictionary, expected) => {
      expect(spell(text, dictionary)).toBe(expected);
    },
  );

  it.each(
    caseRows<[string, string[], Record<string, string[]>, string]>(
      import.meta.url,
      'replacesLanguagesWithout',
    ),
  )('replaces in languages without spaces: %s', (_, pieces, dictionary, expected) => {
    const words = pieces.map((word, index) => ({ word, start: index, end: index + 1, confidence: 0.9 }));
    const written = respell(words, { spelling_dictionary: dictionary });
    expect(textOf(written)).toBe(expected);
    expect(written[0]?.start).toBe(0);
    expect(written.at(-1)?.end).toBe(pieces.length);
  });

  it('gives merged words the time from first start to last end, and the mean confidence', () => {
    const words = [
      { word: ' git', start: 1, end: 1.2, confidence: 0.4 },
      { word: ' lab,', start: 1.3, end: 1.6, confidence: 0.8 },
    ];
    const [word, ...none] = respell(words, { spelling_dictionary: { GitLab: ['git lab'] } });
    expect(none).toEqual([]);
    expect(word).toMatchObject({ word: ' GitLab,', start: 1, end: 1.6 });
    expect(word?.confidence).toBeCloseTo(0.6);
  });

  it('joins no words across silence', () => {
    const words = [
      { word: ' git', start: 1, end: 1.3, confidence: 1 },
      { word: ' lab', start: 61, end: 61.3, confidence: 1 },
    ];
    expect(respell(words, { spelling_dictionary: { GitLab: ['git lab'] } })).toEqual(words);
  });

  it('divides the time of one word by the letters of several', () => {
    const words = [{ word: ' nyc.', start: 2, end: 3.1, confidence: 0.7 }];
    const written = respell(words, { spelling_dictionary: { 'New York City': ['nyc'] } });
    expect(written.map(({ word }) => word)).toEqual([' New', ' York', ' City.']);
    expect(written.map(({ start }) => Number(start.toFixed(3)))).toEqual([2, 2.3, 2.7]);
    expect(written.map(({ end }) => Number(end.toFixed(3)))).toEqual([2.3, 2.7, 3.1]);
    expect(written.every(({ confidence }) => confidence === 0.7)).toBe(true);
  });

  it('keeps times and confidences if the number of words is the same', () => {
    const words = heard('jon smith');
    const written = respell(words, { spelling_dictionary: { 'John Smyth': ['jon smith'] } });
    expect(written.map(({ start, end, confidence }) => [start, end, confidence])).toEqual(
      words.map(({ start, end, confidence }) => [start, end, confidence]),
    );
  });
});

describe('custom spelling of arbitrary words', () => {
  const token = fc.constantFrom('jon', 'Git', 'lab', 'lab,', '“a”', "it's", 'x.', '東京', 'は', 'ñu', '–');
  const words = fc
    .array(
      fc.tuple(
        token,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        fc.constantFrom(0, 0, 0.5, 3),
      ),
      { maxLength: 12 },
    )
    .map((all) => {
      let time = 0;
      return all.map(([word, seconds, spaced, silence]): RecognisedWord => {
        const start = time + silence;
        time = start + seconds;
        return { word: spaced ? ` ${word}` : word, start, end: time, confidence: seconds };
      });
    });
  const dictionary = fc.dictionary(
    fc.constantFrom('Jon', 'GitLab', 'New York', '東京都', 'A.'),
    fc.array(fc.array(token, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))),
  );

  it('keeps order and times', () => {
    fc.assert(
      fc.property(words, dictionary, (input, spelling_dictionary) => {
        const written = respell(input, { spelling_dictionary });
        let time = 0;
        for (const { start, end } of written) {
          expect(start).toBeGreaterThanOrEqual(time - 1e-9);
          expect(end).toBeGreaterThanOrEqual(start - 1e-9);
          time = end;
        }
        expect(written[0]?.start).toBe(input[0]?.start);
        expect(written.at(-1)?.end).toBe(input.at(-1)?.end);
      }),
    );
  });

  it('lets no word span silence', () => {
    fc.assert(
      fc.property(words, dictionary, (input, spelling_dictionary) => {
        const silences = input.flatMap(({ end }, index) => {
          const next = input[index + 1];
          return next && next.start - end > 1 ? [end] : [];
        });
        for (const { start, end } of respell(input, { spelling_dictionary })) {
          expect(silences.filter((silence) => start < silence && silence < end)).toEqual([]);
        }
      }),
    );
  });

  it('neither loses nor repeats a word that it does not replace', () => {
    fc.assert(
      fc.property(words, (input) => {
        const marked = respell(input, { spelling_dictionary: { '#': ['git lab'], '%': ['jon'] } });
        const undone = textOf(marked).replaceAll('#', 'git lab').replaceAll('%', 'jon');
        const plain = (text: string) => text.toLowerCase().replaceAll(/\s/g, '');
        expect(plain(undone)).toBe(plain(textOf(input)));
      }),
    );
  });

  it('changes nothing if there is nothing to replace', () => {
    fc.assert(
      fc.property(words, (input) => {
        expect(respell(input, { spelling_dictionary: {} })).toEqual(input);
        expect(respell(input, { spelling_dictionary: { Absent: ['absent'] } })).toEqual(input);
      }),
    );
  });
});
