import type { Chapter, CorrectedTranscript, Note } from '../../contract/transcripts/corrected-transcript.ts';
import type { WordRange } from '../words/word-range.ts';
import { type Change, listChange } from './change.ts';

const inTime = <Timed extends { start: number }>(list: readonly Timed[]): Timed[] =>
  list.toSorted((a, b) => a.start - b.start);

const addNote = (document: CorrectedTranscript, note: Omit<Note, 'id'>): Change =>
  listChange({ notes: inTime([...document.notes, { id: `n${document.next}`, ...note }]) }, document.next + 1);

/** Highlights a stretch of words; its note can be written afterwards. Null if it has no words. */
export function addHighlight(document: CorrectedTranscript, range: WordRange): Change | null {
  const first = document.paragraphs[range.from.paragraph];
  const last = document.paragraphs[range.end.paragraph];
  const start = first?.words[range.from.word]?.start;
  const end = last?.words[range.end.word - 1]?.end;
  if (!first || start === undefined || end === undefined) return null;
  return addNote(document, { kind: 'highlight', start, end, channel: first.channel, text: '', colour: 0 });
}

/** Marks a moment. */
export const addBookmark = (document: CorrectedTranscript, seconds: number): Change =>
  addNote(document, { kind: 'bookmark', start: seconds, end: seconds, channel: null, text: '', colour: 0 });

/** Changes a note; null if there is no such note. */
export function changeNote(
  document: CorrectedTranscript,
  id: string,
  change: Partial<Omit<Note, 'id'>>,
): Change | null {
  if (!document.notes.some((note) => note.id === id)) return null;
  return listChange({
    notes: document.notes.map((note) => (note.id === id ? { ...note, ...change } : note)),
  });
}

export const removeNote = (document: CorrectedTranscript, id: string): Change =>
  listChange({ notes: document.notes.filter((note) => note.id !== id) });

/** What is said in a note's stretch, without what was struck or redacted. */
export function quoteOf({ paragraphs }: CorrectedTranscript, { start, end, channel }: Note): string {
  const words = paragraphs.flatMap((paragraph) =>
    (channel !== null && paragraph.channel !== channel) || paragraph.end < start || paragraph.start > end
      ? []
      : paragraph.words.filter(
          (word) => !word.struck && !word.redacted && word.end > start && word.start < end,
        ),
  );
  return words
    .map(({ word }) => word)
    .join('')
    .trim();
}

/** Begins a chapter at a time. Two chapters do not begin together. */
export function addChapter(document: CorrectedTranscript, start: number, title: string): Change | null {
  if (document.chapters.some((chapter) => Math.abs(chapter.start - start) < 0.5)) return null;
  const chapter: Chapter = { id: `c${document.next}`, start, title, made_by: 'hand' };
  return listChange({ chapters: inTime([...document.chapters, chapter]) }, document.next + 1);
}

/** Seconds within which a chapter that was set by hand takes the place of one of a model. */
const SAME_PLACE = 30;

/** Chapters of a model take the place of its earlier ones; those set by hand remain. */
export function setModelChapters(
  document: CorrectedTranscript,
  chapters: readonly Pick<Chapter, 'start' | 'title'>[],
): Change {
  const byHand = document.chapters.filter(({ made_by }) => made_by === 'hand');
  const added = chapters
    .filter(({ start }) => byHand.every((other) => Math.abs(other.start - start) >= SAME_PLACE))
    .map(
      ({ start, title }, index): Chapter => ({
        id: `c${document.next + index}`,
        start,
        title,
        made_by: 'model',
      }),
    );
  return listChange({ chapters: inTime([...byHand, ...added]) }, document.next + added.length);
}

export const renameChapter = (document: CorrectedTranscript, id: string, title: string): Change =>
  listChange({
    chapters: document.chapters.map((chapter) =>
      chapter.id === id ? { ...chapter, title, made_by: 'hand' as const } : chapter,
    ),
  });

export const removeChapter = (document: CorrectedTranscript, id: string): Change =>
  listChange({ chapters: document.chapters.filter((chapter) => chapter.id !== id) });
