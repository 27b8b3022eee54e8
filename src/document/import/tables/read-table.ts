import type { TableMapping } from '../../../contract/transcripts/import-mapping.ts';
import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { firstMade } from '../../../lib/first-made.ts';
import { badImport, type ImportNotes } from '../bad-import.ts';
import { languageOf, numberOf, spanAt, voiceOf } from '../json/json-fields.ts';
import { passagesOf, type RecognisedPassage, segmentsOfWords } from '../json/recognised-segments.ts';
import { builtIn } from '../mappings/built-in.ts';
import { inOneRow } from '../text/join-rows.ts';
import { MARKS, REWRITE } from '../vocabulary/patterns.ts';
import { findLabels } from '../voices/voice-labels.ts';
import { inSeconds, timeIn } from '../written-times.ts';
import { type Column, type Head, splitTable, type Table, type TableRow, tableHead } from './table-head.ts';

function plainTable(name: string, content: string): string {
  // Tables without names of columns, by the ends of their files' names.
  const unnamed = /\.(ctm|stm)$/i.exec(name)?.[1]?.toLowerCase() as 'ctm' | 'stm' | undefined;
  const named = unnamed ? REWRITE[unnamed](content) : content;
  return named.trimStart().startsWith('|') ? REWRITE.frames(named.trim()) : REWRITE.tables(named);
}

/**
 * A table with a row for each passage: Whisper's TSV and CSV, this app's CSV and others that name their columns; labels of Audacity and
 * others without names, by their mappings. Throws AppError 400 if it has no column of text.
 */
export function readTable(name: string, content: string, notes: ImportNotes): ImportedPassage[] {
  const table = splitTable(plainTable(name, content.replaceAll('\uFEFF', '')));
  if (table.rows.length === 0) throw badImport(name, null, msg`it has no text`);
  const named = tableHead(table.rows);
  if (named) return rowPassages({ ...named, table }, notes);
  const mapped = firstMade(builtIn('tables'), (mapping) => mappedTable(mapping, table, notes));
  if (mapped) return mapped;
  throw badImport(name, 1, msg`its first row must name its columns, such as start, end, speaker and text`);
}

/** The passages of a table that has the columns of a mapping; null for another one, or without any. */
export function mappedTable(
  { columns, width, unit }: TableMapping,
  table: Table,
  notes: ImportNotes,
): ImportedPassage[] | null {
  const [first, ...others] = table.rows;
  if (!first || (width !== undefined && width !== first.cells.length)) return null;
  const head: Head = {};
  for (const column of ['start', 'end', 'voice', 'text'] as const) {
    const of = columns[column];
    if (of === undefined) continue;
    const index = typeof of === 'number' ? of : first.cells.findIndex((cell) => cell.trim() === of);
    if (index < 0) return null;
    head[column] = index;
  }
  const { start = -1, end } = head;
  const isTimed = ({ cells }: TableRow, index: number) => timeIn(cells[index] ?? '') !== null;
  const rows = width === undefined ? others : table.rows;
  // Any table may have as many columns.
  const needed = width === undefined ? [] : [start, end ?? start];
  const isOther =
    start >= 0 &&
    !(needed.every((index) => isTimed(first, index)) && rows.some((row) => isTimed(row, start)));
  const passages = isOther ? [] : rowPassages({ table, head, rows, unit }, notes);
  return passages.length > 0 ? passages : null;
}

interface KnownTable {
  table: Table;
  head: Head;
  /** Below the names. */
  rows: readonly TableRow[];
  /** Unit of times that are numbers, in seconds; by default found by their size. */
  unit?: number | 'guess';
}

/** A table whose columns are known: a passage for each row, or words. */
function rowPassages(
  { table, head, rows, unit = 'guess' }: KnownTable,
  notes: ImportNotes,
): ImportedPassage[] {
  const isTextLast = head.text === (table.rows[0]?.cells.length ?? 0) - 1;
  const cellOf = ({ cells }: TableRow, column: Column): string => {
    const index = head[column] ?? -1;
    // A text that is not in quotes may have the sign between cells.
    const cell = column === 'text' && isTextLast ? cells.slice(index).join(table.delimiter) : cells[index];
    return cell?.replace(MARKS.formulaGuard, '').trim() ?? '';
  };
  const spanOf = (row: TableRow) => {
    // A cell may have both: "0:00.0 - 0:03.5".
    const [start, until] = cellOf(row, 'start').split(/\s{0,3}(?:[-–]\s|--?>)\s{0,3}/u);
    const [end, length] = [cellOf(row, 'end') || until, cellOf(row, 'length')];
    return spanAt({ start, end, length }, { start: 'start', end: 'end', length: 'length' }, unit);
  };
  const isTimed = rows.some((row) => spanOf(row).start !== null);
  let last: RecognisedPassage | null = null;
  const read = rows.flatMap((row): RecognisedPassage[] => {
    const said = head.text === undefined ? '' : cellOf(row, 'text');
    const word = head.text === undefined ? cellOf(row, 'word') : '';
    if (said === '' && word === '') return [];
    // Tables for reading have a time only where somebody begins to speak.
    const goesOn = isTimed && cellOf(row, 'start') === '';
    const span = spanOf(row);
    const start = goesOn ? (last?.end ?? last?.start ?? 0) : span.start;
    if (isTimed && start === null) {
      notes.add(row.line, msg`the row has no start that is a time, and was left out`);
      return [];
    }
    const voice = voiceOf(cellOf(row, 'voice')) ?? (goesOn ? (last?.voice ?? null) : null);
    const end = start === null ? null : span.end;
    last = {
      start,
      end,
      voice,
      text: said,
      channel: Math.max(0, Math.floor(numberOf(cellOf(row, 'channel')) ?? 0)),
      language: languageOf(cellOf(row, 'language')),
      words:
        word === '' ? [] : [{ word, start, end, voice, confidence: numberOf(cellOf(row, 'confidence')) }],
    };
    return [last];
  });
  const areNumbers = rows.every((row) => /^-?\d*$/.test(cellOf(row, 'start')));
  const segments = unit === 'guess' && areNumbers ? inSeconds(read) : read;
  const words = segments.flatMap((segment) => segment.words);
  const passages = passagesOf(words.length > 0 ? segmentsOfWords(words, '') : segments, notes, inOneRow);
  return head.voice === undefined ? labelled(passages) : passages;
}

/** Without a column for it, who speaks may be before the text. */
function labelled(passages: readonly ImportedPassage[]): ImportedPassage[] {
  const labels = findLabels(passages.map(({ text }) => text));
  return passages.map((passage, index) => ({ ...passage, ...labels[index] }));
}
