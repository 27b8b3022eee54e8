import { describe, expect, it } from 'vitest';
import { InvertedIndex, type WordSearch } from './inverted-index.ts';

const WHOLE: WordSearch = { isPrefix: () => false, mistakes: () => 0 };
const BEGINNINGS: WordSearch = { ...WHOLE, isPrefix: (word) => word.length > 2 };
const MISTAKES: WordSearch = { ...WHOLE, mistakes: () => 0.2 };

const texts = (text: string, others: Partial<Record<'name' | 'labels' | 'notes', string>> = {}) => ({
  name: '',
  labels: '',
  notes: '',
  text,
  ...others,
});

function indexOf(recordings: Record<string, ReturnType<typeof texts>>): InvertedIndex {
  const index = new InvertedIndex();
  for (const [id, one] of Object.entries(recordings)) index.set(id, one);
  return index;
}

const ids = (index: InvertedIndex, text: string, how = WHOLE) =>
  index.search(text, how).found.map(({ id }) => id);

describe('the inverted index', () => {
  it('puts a name before a label, a label before a note, and a note before what is said', () => {
    const index = indexOf({
      said: texts('budget'),
      noted: texts('rain', { notes: 'Budget' }),
      labelled: texts('rain', { labels: 'budget' }),
      named: texts('rain', { name: 'Budget' }),
      other: texts('rain'),
    });
    expect(ids(index, 'budget')).toEqual(['named', 'labelled', 'noted', 'said']);
  });

  it('finds words of one recording in different places, and none that lacks one', () => {
    const index = indexOf({ both: texts('rain', { name: 'budget' }), one: texts('rain rain') });
    expect(ids(index, 'rain budget')).toEqual(['both']);
    expect(ids(index, 'rain snow')).toEqual([]);
    expect(ids(index, '')).toEqual([]);
  });

  it('counts rare words for more than frequent ones, and a text that is about them for more than a long one', () => {
    const index = indexOf({
      long: texts(`budget ${'rain '.repeat(500)}`),
      short: texts('budget rain'),
      often: texts('budget budget budget rain'),
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`r${n}`, texts('rain')])),
    });
    expect(ids(index, 'budget')).toEqual(['often', 'short', 'long']);
    expect(index.search('rain', WHOLE).found.every(({ score }) => score > 0)).toBe(true);
  });

  it('takes beginnings and mistakes for less than the word itself, and tells what it took', () => {
    const index = indexOf({ longer: texts('budgets'), exact: texts('budget'), other: texts('gadget') });
    expect(ids(index, 'budget')).toEqual(['exact']);
    expect(ids(index, 'budget', BEGINNINGS)).toEqual(['exact', 'longer']);
    expect(ids(index, 'budgit', BEGINNINGS)).toEqual([]);
    const { found, words } = index.search('budgit', MISTAKES);
    expect(found.map(({ id }) => id)).toEqual(['exact']);
    expect(words).toEqual(new Set(['budget']));
  });

  it('finds what a recording has now, however often it was replaced, and nothing of a deleted one', () => {
    const index = indexOf({ stays: texts('apple pear'), goes: texts('apple') });
    for (let version = 0; version < 1000; version++) index.set('edited', texts(`apple draft${version}`));
    index.delete('goes');
    index.delete('never there');
    index.trim();
    expect(new Set(ids(index, 'apple'))).toEqual(new Set(['stays', 'edited']));
    expect(ids(index, 'draft', BEGINNINGS)).toEqual(['edited']);
    expect(ids(index, 'draft998')).toEqual([]);
    expect(ids(index, 'draft999')).toEqual(['edited']);
    expect(ids(index, 'pear')).toEqual(['stays']);
  });
});
