import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentOf, textsOf } from '../../../tests/fakes/corrected-document.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { applyChange } from '../edits/change.ts';
import { joinParagraphs, setText, splitParagraph, wordAt, wordOffsets } from '../edits/edit-text.ts';
import { syllables } from './syllables.ts';

const text = 'the quick brown fox jumps';
const start = documentOf({ text, at: 10 });
const edit = (wanted: string, from = start) => {
  const change = setText(from, 0, wanted);
  return change ? applyChange(from, change).document : from;
};
const timesOf = (document: typeof start, index = 0) =>
  document.paragraphs[index]?.words.map(({ word, start, end }) => [word.trim(), start, end]);

describe('a corrected text', () => {
  test('keeps the times of words that match, whatever their case and marks', () => {
    const changed = edit('The quick, brown fox jumps!');
    expect(timesOf(changed)?.map(([, from, to]) => [from, to])).toEqual(
      timesOf(start)?.map(([, from, to]) => [from, to]),
    );
    expect(changed.paragraphs[0]?.words.map(({ confidence }) => confidence)).toEqual([1, 1, 0.9, 0.9, 1]);
  });

  test('gives a word that replaces another its times and full confidence', () => {
    const changed = edit('the quick red fox jumps');
    expect(timesOf(changed)?.[2]).toEqual(['red', 11, 11.4]);
    expect(changed.paragraphs[0]?.words[2]?.confidence).toBe(1);
    expect(changed.paragraphs[0]?.words[3]).toBe(start.paragraphs[0]?.words[3]);
  });

  test('shares the span of a replaced run by syllables', () => {
    // 11 to 11.9 s for "brown fox"; "dishonest" has three syllables, "old" and "wolf" one.
    expect(timesOf(edit('the quick dishonest old wolf jumps'))?.slice(2, 5)).toEqual([
      ['dishonest', 11, 11.54],
      ['old', 11.54, 11.72],
      ['wolf', 11.72, 11.9],
    ]);
  });

  test('gives added words the gap between their neighbours', () => {
    expect(timesOf(edit('the quick and brown fox jumps'))?.slice(1, 4)).toEqual([
      ['quick', 10.5, 10.9],
      ['and', 10.9, 11],
      ['brown', 11, 11.4],
    ]);
  });

  test('takes time from the neighbours where the gap has too little', () => {
    const words = timesOf(edit('the quick and very small brown fox jumps'));
    expect(words?.[1]?.[1]).toBe(10.5);
    expect(Number(words?.[1]?.[2])).toBeLessThan(10.9);
    for (const [, from, to] of words ?? []) expect(Number(to) - Number(from)).toBeGreaterThanOrEqual(0.05);
  });

  test('gives 0.25 s to a word at an open end, and no more than there is', () => {
    expect(timesOf(edit(`well ${text} over`))?.at(0)).toEqual(['well', 9.75, 10]);
    expect(timesOf(edit(`well ${text} over`))?.at(-1)).toEqual(['over', 12.4, 12.65]);
    const next = documentOf({ text: 'one', at: 0 }, { text: 'two', at: 2.95 });
    const joined = edit('one a b c d e f g h i j k l', next);
    expect(joined.paragraphs[0]?.end).toBe(2.95);
  });

  test('splits the time of a word at a space, and joins it again', () => {
    const split = edit('the quick bro wn fox jumps');
    expect(timesOf(split)?.slice(2, 4)).toEqual([
      ['bro', 11, 11.2],
      ['wn', 11.2, 11.4],
    ]);
    expect(timesOf(edit(text, split))?.[2]).toEqual(['brown', 11, 11.4]);
    expect(timesOf(edit('the quickbrown fox jumps'))?.[1]).toEqual(['quickbrown', 10.5, 11.4]);
  });

  test('finds its words again when all of it was deleted and written anew', () => {
    const empty = edit('');
    expect(empty.paragraphs[0]).toMatchObject({ start: 10, end: 12.4, words: [] });
    const anew = edit('a b', empty);
    expect(anew.paragraphs[0]).toMatchObject({ start: 10, end: 12.4 });
  });

  test('knows scripts without spaces', () => {
    const japanese = documentOf({ text: '今日は良い天気です', at: 0, language: 'ja' });
    const changed = edit('今日は悪い天気です', japanese);
    expect(textsOf(changed)).toEqual(['今日は悪い天気です']);
    expect(changed.paragraphs[0]?.words.length).toBeGreaterThan(2);
    expect(changed.paragraphs[0]).toMatchObject({ start: 0, end: 0.4 });
  });

  test('is what was typed, with times in order, after any edits', () => {
    const piece = fc.stringMatching(/^[a-z ,.é今日]{0,6}$/u);
    const edits = fc.array(fc.tuple(fc.nat(40), fc.nat(12), piece), { maxLength: 12 });
    fc.assert(
      fc.property(edits, (all) => {
        let document = start;
        let wanted = text;
        for (const [at, length, put] of all) {
          wanted = (wanted.slice(0, at) + put + wanted.slice(at + length)).trim();
          document = edit(wanted, document);
          expect(textsOf(document)[0]).toBe(wanted);
          let before = 0;
          for (const word of document.paragraphs[0]?.words ?? []) {
            expect(word.start).toBeGreaterThanOrEqual(before);
            expect(word.end).toBeGreaterThanOrEqual(word.start);
            before = word.end;
          }
        }
      }),
    );
  });
});

describe('paragraphs', () => {
  const two = documentOf({ text: 'one two three', at: 0, speaker: 0 }, { text: 'four', at: 5, speaker: 1 });

  test('split between words: the new one has the speaker, and the time of its first word', () => {
    const change = splitParagraph(two, 0, 'one two'.length);
    const { document, inverse } = applyChange(two, change ?? expect.fail());
    expect(textsOf(document)).toEqual(['one two', 'three', 'four']);
    expect(document.paragraphs[1]).toMatchObject({ speaker: 's0', start: 1, end: 1.4, id: 'p2' });
    expect(document.paragraphs[0]).toMatchObject({ id: 'p0', end: 0.9 });
    expect(applyChange(document, inverse).document.paragraphs).toEqual(two.paragraphs);
  });

  test('split within a word cut it in two', () => {
    const change = splitParagraph(two, 0, 'one tw'.length);
    const { document } = applyChange(two, change ?? expect.fail());
    expect(textsOf(document)).toEqual(['one tw', 'o three', 'four']);
    expect(document.paragraphs[0]?.end).toBe(document.paragraphs[1]?.start);
  });

  test('do not split at their start', () => {
    expect(splitParagraph(two, 0, 0)).toBeNull();
  });

  test('join into one, with the first one’s speaker', () => {
    expect(joinParagraphs(two, 0)).toBeNull();
    const { document } = applyChange(two, joinParagraphs(two, 1) ?? expect.fail());
    expect(textsOf(document)).toEqual(['one two three four']);
    expect(document.paragraphs[0]).toMatchObject({ speaker: 's0', start: 0, end: 5.4 });
  });

  test('know the word at a place', () => {
    const [first] = two.paragraphs;
    if (!first) throw new Error('There is a paragraph.');
    expect(wordOffsets(first)).toEqual([0, 3, 7, 13]);
    expect([0, 2, 3, 4, 8, 13].map((offset) => wordAt(first, offset))).toEqual([0, 0, 1, 1, 2, 2]);
  });
});

test.each(caseRows<[string, number]>(import.meta.url, 'hasAboutSyllables'))(
  '%s has about %d syllables',
  (word, count) => {
    expect(syllables(word)).toBe(count);
  },
);
