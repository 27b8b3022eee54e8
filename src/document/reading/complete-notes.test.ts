import { expect, test } from 'vitest';
import { changed, documentOf } from '../../../tests/fakes/corrected-document.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { addBookmark, changeNote } from '../edits/edit-notes.ts';
import { completeNotes, type Likeness, notedPoints, withoutAdded } from './complete-notes.ts';

const SAID = caseRows<string>(import.meta.url, 'said');
const meeting = documentOf(...SAID.map((text, index) => ({ text, at: index * 600, speaker: index % 2 })));

/** The meeting with notes, each at a time. */
const noted = (...notes: [text: string, at: number][]): CorrectedTranscript =>
  notes.reduce(
    (document, [text, at]) =>
      changed(
        document,
        (now) => addBookmark(now, at),
        (now) =>
          changeNote(now, now.notes.find((note) => note.text === '' && note.start === at)?.id ?? '', {
            text,
          }),
      ),
    meeting,
  );
const completed = (document: CorrectedTranscript, likeness: Likeness = null) =>
  changed(document, (now) => completeNotes(now, notedPoints(now), likeness));

test('puts under each point what was said about it, at most two quotes in order, and keeps its words', () => {
  const document = completed(noted(['caterer price??', 3000], ['van in Leeds', 0], ['', 50]));
  expect(document.notes.map(({ text, added }) => [text, added?.map(({ quote }) => quote)])).toEqual([
    [
      'van in Leeds',
      ['Nadia drove the van to Leeds last week.', 'A mechanic in Leeds offered to look at the van for free.'],
    ],
    ['', undefined],
    ['caterer price??', ['The caterer raised the price of the lunch by ten percent.']],
  ]);
  expect(document.notes[2]?.added?.[0]?.start).toBe(600);
});

test('adds nothing where nothing was said of it, not even beside it', () => {
  expect(completed(noted(['quarterly taxes', 1200])).notes[0]).not.toHaveProperty('added');
});

test('finds by meaning what has other words, where a model compares them', () => {
  const document = noted(['food costs', 3000]);
  const points = notedPoints(document);
  const likeness = points.map(({ sentences }) =>
    sentences.map(({ text }) => (text.includes('lunch') ? 0.6 : 0.1)),
  );
  const quotes = completed(document, likeness).notes[0]?.added?.map(({ quote }) => quote);
  expect(quotes).toEqual(['The caterer raised the price of the lunch by ten percent.']);
});

test('is made anew, taken away, and changes nothing the second time', () => {
  const once = completed(noted(['van brakes', 0]));
  expect(completeNotes(once, notedPoints(once), null)).toBeNull();
  const other = changed(once, (now) => changeNote(now, now.notes[0]?.id ?? '', { text: 'caterer' }));
  expect(completed(other).notes[0]?.added?.map(({ start }) => start)).toEqual([600]);
  expect(changed(once, withoutAdded).notes).toEqual(noted(['van brakes', 0]).notes);
  expect(withoutAdded(meeting)).toBeNull();
});

test('long sentences are cut between words', () => {
  const long = documentOf({ text: `${'budget words '.repeat(20)}end.`, at: 0 });
  const document = completed(
    changed(
      long,
      (now) => addBookmark(now, 0),
      (now) => changeNote(now, now.notes[0]?.id ?? '', { text: 'budget' }),
    ),
  );
  const [quote] = document.notes[0]?.added?.map((one) => one.quote) ?? [];
  expect(quote).toMatch(/^budget words .*\p{L}…$/u);
  expect(quote?.length).toBeLessThanOrEqual(161);
});
