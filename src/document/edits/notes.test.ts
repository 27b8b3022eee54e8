import { describe, expect, test } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { excerptsOf } from '../reading/excerpts.ts';
import { markRange } from '../words/mark-words.ts';
import { wordAtTime } from '../words/word-at-time.ts';
import { applyChange, type Change } from './change.ts';
import {
  addBookmark,
  addChapter,
  addHighlight,
  changeNote,
  quoteOf,
  removeChapter,
  removeNote,
  renameChapter,
  setModelChapters,
} from './edit-notes.ts';
import { setText } from './edit-text.ts';

const talk = documentOf(
  { text: 'one two three four', at: 0, speaker: 0 },
  { text: 'five six', at: 10, speaker: 1 },
);
const range = { from: { paragraph: 0, word: 1 }, end: { paragraph: 0, word: 3 } };

const changed = (document: CorrectedTranscript, change: Change | null) => {
  if (!change) throw new Error('The edit changes nothing.');
  return applyChange(document, change).document;
};

describe('notes', () => {
  const noted = changed(talk, addHighlight(talk, range));
  const [note = expect.fail()] = noted.notes;

  test('keep their quote over edits, without what was struck', () => {
    expect(quoteOf(noted, note)).toBe('two three');
    const edited = changed(noted, setText(noted, 0, 'one and 2 three four'));
    expect(quoteOf(edited, note)).toBe('and 2 three');
    const struck = changed(
      noted,
      markRange(noted, { ...range, end: { paragraph: 0, word: 2 } }, 'struck', true),
    );
    expect(quoteOf(struck, note)).toBe('three');
  });

  test('are in order of time, changed and removed', () => {
    const more = changed(noted, addBookmark(noted, 0.1));
    expect(more.notes.map(({ kind }) => kind)).toEqual(['bookmark', 'highlight']);
    expect(changed(more, changeNote(more, note.id, { text: 'why?' })).notes[1]?.text).toBe('why?');
    expect(changed(more, removeNote(more, note.id)).notes).toHaveLength(1);
    expect(changeNote(more, 'gone', {})).toBeNull();
  });
});

test('chapters are in order, and no two begin together', () => {
  const one = changed(talk, addChapter(talk, 10, 'Answer'));
  const two = changed(one, addChapter(one, 0, 'Question'));
  expect(two.chapters.map(({ title }) => title)).toEqual(['Question', 'Answer']);
  expect(addChapter(two, 10.2, 'Again')).toBeNull();
  const [first = expect.fail()] = two.chapters;
  expect(changed(two, renameChapter(two, first.id, 'Start')).chapters[0]?.title).toBe('Start');
  expect(changed(two, removeChapter(two, first.id)).chapters).toHaveLength(1);
});

test('the word that is heard is found, also where voices overlap', () => {
  expect(wordAtTime(talk, 0.6)).toEqual({ paragraph: 0, word: 1 });
  expect(wordAtTime(talk, 5)).toBeNull();
  expect(wordAtTime(talk, 10.1)).toEqual({ paragraph: 1, word: 0 });
  const both = documentOf({ text: 'a b c d e f', at: 0 }, { text: 'x', at: 1.2, channel: 1 });
  expect(wordAtTime(both, 1.25)).toEqual({ paragraph: 1, word: 0 });
  expect(wordAtTime(both, 2.6)).toEqual({ paragraph: 0, word: 5 });
  expect(wordAtTime(documentOf(), 0)).toBeNull();
});

test('excerpts are the longest paragraphs of a speaker, in order of time', () => {
  const long = documentOf(
    { text: 'a', at: 0, speaker: 0 },
    { text: Array.from({ length: 30 }, () => 'b').join(' '), at: 10, speaker: 0 },
    { text: 'c d', at: 40, speaker: 0 },
  );
  expect(excerptsOf(long, 's0')).toEqual([
    { start: 10, end: 18 },
    { start: 40, end: 40.9 },
  ]);
});

test('chapters of a model replace those of a model, and none that was set by hand', () => {
  const first = changed(
    talk,
    setModelChapters(talk, [
      { start: 0, title: 'One' },
      { start: 100, title: 'Two' },
    ]),
  );
  expect(first.chapters.map(({ title, made_by }) => [title, made_by])).toEqual([
    ['One', 'model'],
    ['Two', 'model'],
  ]);
  const second = first.chapters[1] ?? expect.fail();
  const renamed = changed(first, renameChapter(first, second.id, 'Mine'));
  const again = changed(
    renamed,
    setModelChapters(renamed, [
      { start: 5, title: 'New' },
      { start: 110, title: 'Near' },
    ]),
  );
  expect(again.chapters.map(({ title }) => title)).toEqual(['New', 'Mine']);
  expect(new Set(again.chapters.map(({ id }) => id)).size).toBe(2);
});
