import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import { badImport, type ImportNotes } from '../bad-import.ts';
import { numberOf } from '../json/json-fields.ts';
import { passagesOf, type RecognisedPart, segmentsOfWords } from '../json/recognised-segments.ts';
import { languageOf } from '../language-of.ts';
import { inOneRow } from '../text/join-rows.ts';
import { rewriter } from '../vocabulary/patterns.ts';
import data from '../vocabulary/rewrites.json' with { type: 'json' };
import { withNobody } from '../voices/own-names.ts';
import { findLabels } from '../voices/voice-labels.ts';
import { spanIn, timeIn, unitOf } from '../written-times.ts';
import { splitTable, type Table, type TableRow } from './split-table.ts';
import { type Column, type Head, tableHead } from './table-head.ts';

/** An apostrophe that keeps a spreadsheet from taking a text for a formula. */
const GUARD = /^'(?=\s*[=+\-@\t\r|%＝＋－＠])/u;
/** ELAN writes of which files a table is. */
const FILES = /^(?:"#[^\r\n]*\r?\n)+/;
/** What is around the cells of a table in Markdown, and below their names. */
const FRAME = /^[ \t]{0,9}\|[ \t:|-]+\|[ \t]{0,9}\r?\n|^[ \t]{0,9}\|[ \t]{0,9}|[ \t]{0,9}\|[ \t]{0,9}$/gm;
const plainTable = (content: string): string =>
  content.trimStart().startsWith('|') ? content.trim().replaceAll(FRAME, '') : content.replace(FILES, '');

/** Tables without names by the ends of their files' names. */
const UNNAMED = { ctm: rewriter(data.rewrites.ctm), stm: rewriter(data.rewrites.stm) };
const namedTable = (name: string, content: string): string =>
  UNNAMED[name.split('.').at(-1)?.toLowerCase() as keyof typeof UNNAMED]?.(content) ?? content;

/**
 * A table with a row for each passage: Whisper's TSV and CSV, labels of Audacity, this app's CSV and others that name their columns.
 * Throws AppError 400 if it has no column of text.
 */
export function readTable(name: string, content: string, notes: ImportNotes): ImportedPassage[] {
  const table = splitTable(namedTable(name, plainTable(content.replaceAll('\uFEFF', ''))));
  const found = tableHead(table.rows);
  if (table.rows.length === 0) throw badImport(name, null, msg`it has no text`);
  if (!found) {
    throw badImport(name, 1, msg`its first row must name its columns, such as start, end, speaker and text`);
  }
  const { head, names, rows } = found;
  return rowPassages({ table, head, rows, unit: unitOf(rows, head, names) }, notes);
}

interface KnownTable {
  table: Table;
  head: Head;
  /** Below the names. */
  rows: readonly TableRow[];
  /** Unit of times that are numbers, in seconds. */
  unit: number;
}

/** A table whose columns are known: a passage for each row, or words. */
export function rowPassages({ table, head, rows, unit }: KnownTable, notes: ImportNotes): ImportedPassage[] {
  const width = table.rows[0]?.cells.length ?? 0;
  const isTextLast = head.text === width - 1;
  const cellOf = ({ cells }: TableRow, column: Column) => {
    const index = head[column] ?? -1;
    // A text that is not in quotes may have the sign between cells.
    const cell = column === 'text' && isTextLast ? cells.slice(index).join(table.delimiter) : cells[index];
    return cell?.replace(GUARD, '').trim() ?? '';
  };
  const timeOf = (row: TableRow, column: Column): number | null => {
    const cell = cellOf(row, column);
    const time = timeIn(cell) ?? (column === 'start' ? (spanIn(cell)?.start ?? null) : null);
    return time === null ? null : cell.includes(':') ? time : time * unit;
  };
  const endOf = (row: TableRow, start: number | null): number | null => {
    const length = timeOf(row, 'length');
    const end = timeOf(row, 'end') ?? spanIn(cellOf(row, 'start'))?.end ?? null;
    return end ?? (start !== null && length !== null ? roundSeconds(start + length) : null);
  };
  // A number is that of a speaker.
  const voiceOf = (row: TableRow) => cellOf(row, 'voice').replace(/^\d{1,3}$/, 'Speaker $&') || null;
  if (head.text === undefined) {
    const words = rows.map((row): RecognisedPart => {
      const start = timeOf(row, 'start');
      const confidence = numberOf(cellOf(row, 'confidence'));
      return { word: cellOf(row, 'word'), start, end: endOf(row, start), confidence, voice: voiceOf(row) };
    });
    return passagesOf(segmentsOfWords(words, ''), notes);
  }
  const isTimed = head.start !== undefined && rows.some((row) => timeOf(row, 'start') !== null);
  let last: ImportedPassage | null = null;
  const passages = rows.flatMap((row): ImportedPassage[] => {
    const text = inOneRow(cellOf(row, 'text'));
    if (text === '') return [];
    // Tables for reading have a time only where somebody begins to speak.
    const goesOn = isTimed && cellOf(row, 'start') === '';
    const start = goesOn ? (last?.end ?? last?.start ?? 0) : timeOf(row, 'start');
    if (isTimed && start === null) {
      notes.add(row.line, msg`the row has no start that is a time, and was left out`);
      return [];
    }
    const end = endOf(row, start);
    const channel = Number(cellOf(row, 'channel'));
    last = {
      start,
      end: start === null ? null : end,
      text,
      rows: null,
      voice: voiceOf(row) ?? (goesOn ? (last?.voice ?? null) : null),
      channel: Number.isInteger(channel) && channel >= 0 ? channel : 0,
      language: languageOf(cellOf(row, 'language')),
      words: null,
    };
    return [last];
  });
  return head.voice === undefined ? labelled(passages) : withNobody(passages);
}

/** Without a column for it, who speaks may stand before the text. */
function labelled(passages: readonly ImportedPassage[]): ImportedPassage[] {
  const labels = findLabels(passages.map(({ text }) => text));
  return passages.map((passage, index) => ({ ...passage, ...labels[index] }));
}
