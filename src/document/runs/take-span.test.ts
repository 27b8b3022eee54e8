import { expect, test } from 'vitest';
import { documentOf, textsOf } from '../../../tests/fakes/corrected-document.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { applyChange, type Change } from '../edits/change.ts';
import { renameSpeaker } from '../edits/edit-speakers.ts';
import { setText } from '../edits/edit-text.ts';
import { compareSpan, spanOf, takeSpan } from './take-span.ts';

const machine = documentOf(
  { text: 'Good morning everyone my name is Jon Smith.', at: 1, speaker: 0 },
  { text: 'And I am from the consul of leads in the north.', at: 9, speaker: 1 },
  { text: 'Welcome.', at: 20, speaker: 0 },
);
const apply = (document: CorrectedTranscript, change: Change | null) => {
  if (!change) throw new Error('The edit changes nothing.');
  return applyChange(document, change).document;
};
const write = (document: CorrectedTranscript, index: number, text: string) =>
  apply(document, setText(document, index, text));
/** "from the consul of leads", at 10.5 s. */
const SPAN = { start: 10.45, end: 12.95 };
const heard = documentOf({ text: 'from the council of Leeds', at: 10.5 });

test('a part that was heard again takes the place of its words; all around it stays, corrections too', () => {
  const renamed = apply(machine, renameSpeaker(machine, 's1', 'Ada'));
  const edited = write(renamed, 0, 'Good morning everyone my name is John Smyth.');
  const { document, carried } = takeSpan(machine, edited, heard, SPAN);
  expect(textsOf(document)).toEqual([
    'Good morning everyone my name is John Smyth.',
    'And I am from the council of Leeds in the north.',
    'Welcome.',
  ]);
  expect(carried).toBe(0);
  expect(document.speakers).toBe(edited.speakers);
  expect(document.paragraphs.map(({ id, speaker }) => [id, speaker])).toEqual(
    edited.paragraphs.map(({ id, speaker }) => [id, speaker]),
  );
  expect(document.paragraphs[0]).toBe(edited.paragraphs[0]);
});

test('corrections in the part are carried over where its words are still the same', () => {
  const edited = write(machine, 1, 'And I am from this consul of leads in the north.');
  const { document, carried } = takeSpan(machine, edited, heard, SPAN);
  expect(textsOf(document)[1]).toBe('And I am from this council of Leeds in the north.');
  expect(carried).toBe(1);
});

test('words of a part over two paragraphs go to the speaker at their time', () => {
  const next = documentOf({ text: 'Smyth', at: 4.5 }, { text: 'So', at: 9 });
  const { document } = takeSpan(machine, machine, next, { start: 4.45, end: 9.45 });
  expect(textsOf(document).slice(0, 2)).toEqual([
    'Good morning everyone my name is Jon Smyth',
    'So I am from the consul of leads in the north.',
  ]);
});

test('a paragraph that was heard in another language is in it; one without words is gone', () => {
  const next = documentOf({ text: 'Willkommen.', at: 20, language: 'de' });
  const { document } = takeSpan(machine, machine, next, { start: 19.8, end: 21 });
  expect(document.paragraphs[2]).toMatchObject({ language: 'de', speaker: 's0' });
  const silent = takeSpan(machine, machine, documentOf(), { start: 19.8, end: 21 });
  expect(silent.document.paragraphs).toHaveLength(2);
});

test('a part is compared with its own words alone', () => {
  expect(compareSpan(machine, heard, SPAN)).toEqual([
    { start: 11.5, before: 'consul', after: 'council' },
    { start: 12.5, before: 'leads', after: 'Leeds' },
  ]);
});

test('the part of selected words reaches half-way to their neighbours, and 0.3 s where there are none', () => {
  const range = (from: number, end: number) =>
    spanOf(machine, { from: { paragraph: 1, word: from }, end: { paragraph: 1, word: end } });
  const rounded = (span: ReturnType<typeof range>) =>
    span && [span.start, span.end].map((value) => Math.round(value * 100) / 100);
  expect(rounded(range(3, 8))).toEqual([10.45, 12.95]);
  expect(rounded(range(0, 11))).toEqual([8.7, 14.7]);
  expect(range(3, 3)).toBeNull();
});
