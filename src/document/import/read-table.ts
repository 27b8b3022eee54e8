import type { ImportedPassage } from '../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../lib/errors/msg.ts';
import { badImport } from './bad-import.ts';
import { secondsOf } from './cue-times.ts';
import type { ImportNotes } from './import-notes.ts';
import { languageOf } from './language-of.ts';
import { splitTable, type TableRow } from './split-table.ts';
import { findLabels } from './voice-labels.ts';

/** What programs call their columns; in plain lower case, without what stands in brackets. */
const COLUMNS = {
  start: [
    'start',
    'start time',
    'starttime',
    'begin',
    'begin time',
    'from',
    'in',
    'timecode in',
    'in point',
    'time',
    'timestamp',
    'timecode',
    'start ms',
    'start sec',
    'start seconds',
    'offset',
  ],
  end: [
    'end',
    'end time',
    'endtime',
    'stop',
    'to',
    'out',
    'timecode out',
    'out point',
    'end ms',
    'end sec',
    'end seconds',
  ],
  length: ['duration', 'dur', 'length'],
  voice: [
    'speaker',
    'speaker name',
    'speaker label',
    'voice',
    'name',
    'who',
    'participant',
    'actor',
    'character',
  ],
  channel: ['channel'],
  language: ['language', 'lang'],
  text: [
    'text',
    'transcript',
    'transcription',
    'content',
    'caption',
    'captions',
    'subtitle',
    'subtitles',
    'sentence',
    'utterance',
    'dialogue',
    'dialog',
    'annotation',
    'speech',
    'paragraph',
  ],
} as const;

type Column = keyof typeof COLUMNS;
type Head = Partial<Record<Column, number>>;

/** An apostrophe that keeps a spreadsheet from taking a text for a formula. */
const GUARD = /^'(?=\s*[=+\-@\t\r|%＝＋－＠])/u;
/** Whole numbers are milliseconds if they are at least this far apart, and seconds otherwise. */
const LEAST_MILLISECONDS = 100;

/** Of a column, and of a time. */
const LONGEST_NAME = 60;

const plain = (cell: string): string =>
  cell
    .slice(0, LONGEST_NAME)
    .toLowerCase()
    .replaceAll(/\(.*?\)|\[.*?\]/gu, ' ')
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim();

function headOf({ cells }: TableRow): Head | null {
  const names = cells.map(plain);
  const head: Head = {};
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const known: readonly string[] = COLUMNS[column];
    const index = names.findIndex((name) => known.includes(name));
    if (index >= 0) head[column] = index;
  }
  return head.text === undefined ? null : head;
}

/** Without names, labels of Audacity and tables of Whisper have start, end and text. */
function guessed({ cells }: TableRow): Head | null {
  const [start = '', end = ''] = cells;
  if (cells.length < 3 || timeIn(start) === null || timeIn(end) === null) return null;
  return cells.length === 3
    ? { start: 0, end: 1, text: 2 }
    : { start: 0, end: 1, voice: 2, text: cells.length - 1 };
}

/** A time with colons, or a number in the file's own unit. */
function timeIn(cell: string): number | null {
  const text = cell.trim();
  if (text.length > LONGEST_NAME) return null;
  if (/^-?\d+(?:[.,]\d+)?$/.test(text)) return Math.max(0, Number(text.replace(',', '.')));
  return secondsOf(text.replace(/\s*s$/u, ''));
}

/** The unit of times that are numbers, in seconds. */
function unitOf(
  rows: readonly TableRow[],
  { start, end, length }: Head,
  names: TableRow | undefined,
): number {
  const named = names?.cells[start ?? -1]?.toLowerCase() ?? '';
  if (/(?:^|[^a-z])(?:ms|msec|millis\w*)/u.test(named)) return 0.001;
  const all = rows.map(({ cells }) => [cells[start ?? -1] ?? '', cells[end ?? length ?? -1] ?? ''] as const);
  if (all.flat().some((cell) => !/^\s*-?\d*\s*$/.test(cell))) return 1;
  const lengths = all.map(([from, until]) =>
    end === undefined ? Number(until) : Number(until) - Number(from),
  );
  const middle = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  return middle >= LEAST_MILLISECONDS ? 0.001 : 1;
}

/**
 * A table with a row for each passage: Whisper's TSV and CSV, labels of Audacity, this app's CSV and others that name their columns.
 * Throws AppError 400 if it has no column of text.
 */
export function readTable(name: string, content: string, notes: ImportNotes): ImportedPassage[] {
  const table = splitTable(content.replaceAll('\uFEFF', ''));
  const [first, ...others] = table.rows;
  const named = first ? headOf(first) : null;
  const head = named ?? (first ? guessed(first) : null);
  if (!first) throw badImport(name, null, msg`it has no text`);
  if (!head) {
    throw badImport(name, 1, msg`its first row must name its columns, such as start, end, speaker and text`);
  }
  const rows = named ? others : [first, ...others].filter(({ cells }) => cells[0] !== '\\');
  const unit = unitOf(rows, head, named ? first : undefined);
  const isTextLast = head.text === first.cells.length - 1;
  const cellOf = ({ cells }: TableRow, column: Column) => {
    const index = head[column] ?? -1;
    // A text that is not in quotes may have the sign between cells.
    const cell = column === 'text' && isTextLast ? cells.slice(index).join(table.delimiter) : cells[index];
    return cell?.replace(GUARD, '').trim() ?? '';
  };
  const timeOf = (row: TableRow, column: Column): number | null => {
    const cell = cellOf(row, column);
    const time = timeIn(cell);
    return time === null ? null : cell.includes(':') ? time : time * unit;
  };
  const isTimed = head.start !== undefined && rows.some((row) => timeOf(row, 'start') !== null);
  const passages = rows.flatMap((row): ImportedPassage[] => {
    const text = cellOf(row, 'text').replaceAll(/\s+/gu, ' ');
    if (text === '') return [];
    const start = timeOf(row, 'start');
    if (isTimed && start === null) {
      notes.add(row.line, msg`the row has no start that is a time, and was left out`);
      return [];
    }
    const length = timeOf(row, 'length');
    const end = timeOf(row, 'end') ?? (start !== null && length !== null ? start + length : null);
    const channel = Number(cellOf(row, 'channel'));
    return [
      {
        start,
        end: start !== null && end !== null && end > start ? end : null,
        text,
        rows: null,
        voice: cellOf(row, 'voice') || null,
        channel: Number.isInteger(channel) && channel >= 0 ? channel : 0,
        language: languageOf(cellOf(row, 'language')),
        words: null,
      },
    ];
  });
  return head.voice === undefined ? labelled(passages) : passages;
}

/** Without a column for it, who speaks may stand before the text. */
function labelled(passages: readonly ImportedPassage[]): ImportedPassage[] {
  const labels = findLabels(passages.map(({ text }) => text));
  return passages.map((passage, index) => ({ ...passage, ...labels[index] }));
}
