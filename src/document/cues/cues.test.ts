import { describe, expect, test } from 'vitest';
import { changedAndBack as changed } from '../../../tests/fakes/changed-and-back.ts';
import { documentOf, textsOf } from '../../../tests/fakes/corrected-document.ts';
import { captionRules } from '../../addons/subtitles/caption-rules.ts';
import { subtitlesConfig } from '../../addons/subtitles/schema.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { setText } from '../edits/edit-text.ts';
import { serialize } from '../serialize.ts';
import { markRange } from '../words/mark-words.ts';
import { cueFaults, cueFigures } from './cue-faults.ts';
import { cuesByHand, documentCues } from './document-cues.ts';
import { joinCues, moveCue, shiftCues, splitCue, writeCue } from './edit-cues.ts';
import { followTranscript, setCuesByHand } from './set-cues.ts';

const talk = documentOf(
  { text: 'Good morning everyone, and thank you all for coming here today.', at: 1, speaker: 0 },
  { text: 'Morning to you.', at: 9, speaker: 1 },
  { text: 'Shall we begin with the first question of the day? I think so.', at: 14, speaker: 0 },
);

const byHand = changed(talk, setCuesByHand(talk));
const idOf = (document: CorrectedTranscript, index: number) => cuesByHand(document)[index]?.id ?? '';
const rowsOf = (document: CorrectedTranscript) => documentCues(document).map(({ rows }) => rows.join(' '));
const timesOf = (document: CorrectedTranscript) =>
  documentCues(document).map(({ startMs, endMs }) => [startMs, endMs]);

describe('captions set by hand', () => {
  test('begin as they were made from the words, and follow them again', () => {
    expect(documentCues(byHand)).toEqual(documentCues(talk));
    expect(documentCues(byHand)).toHaveLength(3);
    expect(setCuesByHand(byHand)).toBeNull();
    expect(documentCues(changed(byHand, followTranscript(byHand)))).toEqual(documentCues(talk));
    expect(followTranscript(talk)).toBeNull();
  });

  test('begin alike for two channels that overlap, and for a script without spaces', () => {
    const two = documentOf(
      { text: 'Good morning everyone here today.', at: 1, channel: 0 },
      { text: 'Hello hello, can you hear me?', at: 2, channel: 1 },
    );
    expect(documentCues(changed(two, setCuesByHand(two)))).toEqual(documentCues(two));
    const unspaced = documentOf({
      text: '今日は天気がいいですね。散歩に行きましょう。',
      at: 1,
      language: 'ja',
    });
    const withoutWords = (document: CorrectedTranscript) =>
      documentCues(document).map(({ words: _, ...cue }) => cue);
    expect(withoutWords(changed(unspaced, setCuesByHand(unspaced)))).toEqual(withoutWords(unspaced));
  });

  test('a corrected word is shown in its cue, and an added one in the cue that it stands in', () => {
    const text = textsOf(byHand)[1] ?? '';
    const corrected = changed(byHand, setText(byHand, 1, text.replace('Morning', 'A very good evening')));
    expect(rowsOf(corrected)).toContain('A very good evening to you.');
    expect(timesOf(corrected)).toEqual(timesOf(byHand));
    const range = { from: { paragraph: 1, word: 0 }, end: { paragraph: 1, word: 3 } };
    expect(rowsOf(changed(byHand, markRange(byHand, range, 'struck', true)))).not.toContain(
      'Morning to you.',
    );
  });

  test('split at the cursor between two words; joined, they are one again', () => {
    const id = idOf(byHand, 0);
    const text = rowsOf(byHand)[0] ?? '';
    const offset = text.indexOf('everyone');
    const split = changed(byHand, splitCue(byHand, id, { text, offset }));
    expect(rowsOf(split).slice(0, 2)).toEqual(['Good morning', text.slice(offset)]);
    const [first, second] = timesOf(split);
    expect(second?.[0]).toBe(2000);
    expect(first?.[1]).toBeLessThanOrEqual(1920);
    expect(second?.[1]).toBe(timesOf(byHand)[0]?.[1]);
    expect(splitCue(byHand, id, { text, offset: 0 })).toBeNull();
    expect(splitCue(byHand, id, { text, offset: text.length })).toBeNull();
    // Within a word: after it.
    expect(rowsOf(changed(byHand, splitCue(byHand, id, { text, offset: offset - 3 })))[0]).toBe(
      'Good morning',
    );
    const joined = changed(split, joinCues(split, id));
    expect(rowsOf(joined)).toEqual(rowsOf(byHand));
    expect(timesOf(joined)).toEqual(timesOf(byHand));
    expect(joinCues(byHand, idOf(byHand, rowsOf(byHand).length - 1))).toBeNull();
  });

  test('move by an edge, never past the other, and shift together', () => {
    const id = idOf(byHand, 1);
    const [, before] = timesOf(byHand);
    const moved = changed(byHand, moveCue(byHand, id, { end: 9.5 }));
    expect(timesOf(moved)[1]).toEqual([before?.[0], 9500]);
    expect(timesOf(changed(byHand, moveCue(byHand, id, { start: 4000 })))[1]).toEqual([
      (before?.[1] ?? 0) - 40,
      before?.[1],
    ]);
    expect(moveCue(byHand, id, { start: (before?.[0] ?? 0) / 1000 })).toBeNull();
    expect(moveCue(byHand, id, { start: Number.NaN })).toBeNull();
    const later = changed(byHand, shiftCues(byHand, 0.5, id));
    expect(timesOf(later).map(([start = 0], index) => start - (timesOf(byHand)[index]?.[0] ?? 0))).toEqual(
      timesOf(byHand).map((_, index) => (index === 0 ? 0 : 500)),
    );
    expect(timesOf(changed(byHand, shiftCues(byHand, -60)))[0]?.[0]).toBe(0);
  });

  test('text written in a cue is the text of the transcript; rows stay as they were written', () => {
    const id = idOf(byHand, rowsOf(byHand).indexOf('Morning to you.'));
    const written = changed(byHand, writeCue(byHand, id, ['Good evening', 'to all of you.']));
    expect(textsOf(written)[1]).toBe('Good evening to all of you.');
    expect(documentCues(written).find(({ rows }) => rows[0] === 'Good evening')?.rows).toEqual([
      'Good evening',
      'to all of you.',
    ]);
    const words = written.paragraphs[1]?.words ?? [];
    expect(words.find(({ word }) => word === ' to')).toMatchObject({ start: 9.5, confidence: 0.9 });
    expect(words.every(({ start }, index) => start >= (words[index - 1]?.start ?? 0))).toBe(true);
    expect(writeCue(byHand, id, [' '])).toBeNull();
    expect(writeCue(byHand, id, ['Morning to you.'])).toBeNull();
    // Other rows with the same words change no word.
    const rows = changed(byHand, writeCue(byHand, id, ['Morning', 'to you.']));
    expect(rows.paragraphs).toBe(byHand.paragraphs);
    // Once the words change in the transcript, those are shown.
    const corrected = changed(written, setText(written, 1, 'Good night to all of you.'));
    expect(rowsOf(corrected)).toContain('Good night to all of you.');
  });

  test('text written in a cue leaves struck words where they are', () => {
    const range = { from: { paragraph: 1, word: 1 }, end: { paragraph: 1, word: 2 } };
    const struck = changed(byHand, markRange(byHand, range, 'struck', true));
    const id = idOf(struck, rowsOf(struck).indexOf('Morning you.'));
    const written = changed(struck, writeCue(struck, id, ['Evening you.']));
    expect(textsOf(written)[1]).toBe('Evening to you.');
    expect(rowsOf(written)).toContain('Evening you.');
  });

  test('are in the files', () => {
    const id = idOf(byHand, rowsOf(byHand).indexOf('Morning to you.'));
    const moved = changed(byHand, moveCue(byHand, id, { end: 12.5 }));
    const about = { id: 'i', revision: 1, edited_at: null };
    expect(String(serialize(moved, 'srt', about).content)).toMatch(/--> 00:00:12,500\nMorning to you\.\n/);
  });
});

describe('rules of captions', () => {
  const rules = captionRules(subtitlesConfig.parse({}));
  const cue = (startMs: number, endMs: number, ...rows: string[]) => ({ startMs, endMs, rows, voice: null });
  const faultsOf = (one: ReturnType<typeof cue>, next?: ReturnType<typeof cue>) =>
    cueFaults(cueFigures(one, next), rules);

  test('tell speed, rows, length, gap and overlap with what is allowed', () => {
    expect(faultsOf(cue(0, 2000, 'Good morning.'), cue(2080, 4000, 'x'))).toEqual([]);
    expect(faultsOf(cue(0, 1000, 'Thirty characters in a second.'))).toEqual([
      { kind: 'speed', value: 30, limit: 20 },
    ]);
    expect(faultsOf(cue(0, 6000, 'x'.repeat(43), 'b', 'c'))).toEqual([
      { kind: 'columns', value: 43, limit: 42 },
      { kind: 'rows', value: 3, limit: 2 },
    ]);
    expect(faultsOf(cue(0, 500, 'Oh.'), cue(540, 2000, 'x'))).toEqual([
      { kind: 'short', value: 0.5, limit: 0.834 },
      { kind: 'gap', value: 0.04, limit: 0.08 },
    ]);
    expect(faultsOf(cue(0, 8000, 'Oh.'), cue(7000, 9000, 'x'))).toEqual([
      { kind: 'long', value: 8, limit: 7 },
      { kind: 'overlap', value: -1, limit: 0 },
    ]);
  });

  test('count a full-width character as two columns', () => {
    expect(cueFigures(cue(0, 2000, '今日は'), undefined)).toMatchObject({
      columns: 6,
      columnsPerSecond: 3,
      gap: null,
    });
  });
});
