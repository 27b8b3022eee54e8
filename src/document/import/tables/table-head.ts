import { unitNamed } from '../json/json-fields.ts';
import names from '../vocabulary/columns.json' with { type: 'json' };
import { LIMITS, MARKS } from '../vocabulary/patterns.ts';
import { isPersonName } from '../voices/names.ts';
import { timeIn } from '../written-times.ts';

/** A row of a table, and its line, from 1. */
export interface TableRow {
  line: number;
  cells: string[];
}

/** A table, and the sign between its cells. */
export interface Table {
  rows: TableRow[];
  delimiter: string;
}

const SIGNS = ['\t', ',', ';', '|'];

/**
 * The sign between cells, of those that every row has: a tab, which texts do not have; otherwise the one whose number changes least from
 * row to row, then the one of which the first row has most.
 */
function delimiterOf(content: string): string {
  const sample = content.slice(0, LIMITS.tableSample).replaceAll(/"[^"]*"/g, '');
  const lines = sample.split(/\r\n?|\n/);
  // The last one may be cut off.
  const rows = lines
    .slice(0, content.length > LIMITS.tableSample ? -1 : undefined)
    .filter((row) => row.trim() !== '');
  const counts = SIGNS.map((sign) => {
    const all = (rows.length > 0 ? rows : lines).map((row) => row.split(sign).length - 1);
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return { sign, first: all[0] ?? 0, spread: least > 0 ? most - least : LIMITS.tableSample };
  });
  const tab = counts.find(({ sign, spread }) => sign === '\t' && spread < LIMITS.tableSample);
  const [best] = counts.toSorted((a, b) => a.spread - b.spread || b.first - a.first);
  return (tab ?? best)?.sign ?? ',';
}

/** The rows of a table of comma- or tab-separated values: RFC 4180, with any of the usual delimiters. */
export function splitTable(content: string): Table {
  // Spreadsheets write which sign it is.
  const [named = '', sign] = /^"?sep=([^\r\n"\w])"?[^\S\r\n]*(?:\r\n?|\n)/i.exec(content) ?? [];
  const delimiter = sign ?? delimiterOf(content);
  // A cell may only begin with a quote: "Yes", he said.
  const quoted = MARKS.audacityLabel.test(content)
    ? '((?!))'
    : `"([^"]*(?:""[^"]*)*)"(?=\\${delimiter}|[\\r\\n]|$)`;
  const cells = new RegExp(`(?:${quoted}|([^\\${delimiter}\\r\\n]*))(\\${delimiter}|\\r\\n?|\\n|$)`, 'g');
  const rows: TableRow[] = [];
  let line = named === '' ? 1 : 2;
  let row: TableRow = { line, cells: [] };
  for (const [, inQuotes, bare = '', end] of content.slice(named.length).matchAll(cells)) {
    const cell = inQuotes?.replaceAll('""', '"') ?? bare;
    row.cells.push(cell);
    line += cell.split('\n').length - 1;
    if (end === delimiter) continue;
    rows.push(row);
    row = { line: ++line, cells: [] };
  }
  return { rows: rows.filter(({ cells: all }) => all.some((cell) => cell.trim() !== '')), delimiter };
}

const { whole, ...columns } = names.lists;

export type Column = keyof typeof columns;

const COLUMNS = Object.entries(columns) as [Column, readonly string[]][];
/** Names that count only as a whole. */
const WHOLE_NAMES: ReadonlySet<string> = new Set(whole);

/** Which column of the table is which; those that it lacks are left out. */
export type Head = Partial<Record<Column, number>>;

const plain = (cell: string): string =>
  cell
    .slice(0, LIMITS.columnName)
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}|\(.*?\)|\[.*?\]/gu, '')
    .replaceAll(/[\s_-]+/gu, ' ')
    .replace(/[:*/]in(?:nen)?$/u, '')
    .replace(/ (?:in )?(?:ms|msec|milliseconds|secs?|seconds|s)$/u, '')
    .trim();

/** The columns by their names. Names that are known as a whole come first, then those that contain a known one. */
function namedHead(names: readonly string[]): Head {
  const head: Head = {};
  const isFree = (at: number) => !Object.values(head).includes(at);
  const isPart = (part: string) => part.length > LIMITS.columnParticle && !WHOLE_NAMES.has(part);
  const placesOf = (is: (name: string) => boolean) => names.flatMap((name, at) => (is(name) ? at : []));
  const wholeIn = (known: readonly string[]) => known.flatMap((one) => placesOf((name) => name === one));
  const partIn = (known: readonly string[]) =>
    placesOf((name) => name.split(' ').some((part) => isPart(part) && known.includes(part)));
  for (const placesIn of [wholeIn, partIn]) {
    for (const [column, known] of COLUMNS) {
      const place = placesIn(known).find(isFree);
      if (place !== undefined) head[column] ??= place;
    }
  }
  return head;
}

/** Whether a column has nothing but names of people. */
function areNames(rows: readonly TableRow[], index: number): boolean {
  const cells = rows.map(({ cells: row }) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
  return cells.length > 0 && cells.every(isPersonName);
}

const isVoice = (name: string): boolean => columns.voice.includes(name);

/** A column of names goes before one of ids or numbers, which may have the more usual name. */
function withNames(head: Head, names: readonly string[], rows: readonly TableRow[]): Head {
  const { voice, ...others } = head;
  if (voice === undefined || areNames(rows, voice)) return head;
  const used = Object.values(others);
  const better = names.findIndex((name, at) => isVoice(name) && !used.includes(at) && areNames(rows, at));
  return better < 0 ? head : { ...head, voice: better };
}

/** The rows of a table with a column for each person, as ELAN exports tiers, with one for each text; null if it is none. */
function tierRows({ start, end, length, voice }: Head, names: readonly string[], all: readonly TableRow[]) {
  const [first, ...rows] = all;
  const tiers = names.flatMap((name, at) =>
    [start, end, length].includes(at) || !/\p{L}{3}/u.test(name) ? [] : [at],
  );
  if (start === undefined || end === undefined || tiers.length < 2) return null;
  const filled = rows.map(({ cells }) => tiers.filter((tier) => (cells[tier] ?? '').trim() !== ''));
  const singles = filled.filter((own) => own.length === 1).length;
  // Who speaks may be named only where that changes; what is said is in every row.
  const isAlways = tiers.some((tier) => filled.every((own) => own.includes(tier)));
  if (singles < rows.length * LIMITS.singleTexts || (voice !== undefined && isAlways)) return null;
  return rows.flatMap(({ line, cells }, at) =>
    (filled[at] ?? []).map((tier) => {
      const own = [start, end].map((column) => cells[column] ?? '');
      return { line, cells: [...own, first?.cells[tier] ?? '', cells[tier] ?? ''] };
    }),
  );
}

interface NamedTable {
  head: Head;
  unit: number | 'guess';
  rows: readonly TableRow[];
}

/** The columns of a table whose first row names them, its rows, and the unit of times that the name says. Null if it has no text. */
export function tableHead(all: readonly TableRow[]): NamedTable | null {
  const [first, ...rows] = all;
  // A label may have any of the names in it.
  if (!first || first.cells.some((cell) => timeIn(cell) !== null)) return null;
  const names = first.cells.map(plain);
  const head = withNames(namedHead(names), names, rows);
  const left = () => names.flatMap((_, at) => (Object.values(head).includes(at) ? [] : at));
  const isClock = (cell = '') => cell.includes(':') && timeIn(cell) !== null;
  // Names in other languages are those of times where each row has one.
  const clocks = left().filter((at) => rows.length > 0 && rows.every(({ cells }) => isClock(cells[at])));
  if (head.start === undefined)
    for (const column of ['start', 'end'] as const) head[column] ??= clocks.shift();
  const { voice, start, text, word, ...others } = head;
  const named = unitNamed(first.cells[start ?? -1]?.toLowerCase() ?? '');
  const unit = named === 1 ? ('guess' as const) : named;
  const tiers = text === undefined && word === undefined ? tierRows(head, names, all) : null;
  if (tiers) return { head: { start: 0, end: 1, voice: 2, text: 3 }, unit, rows: tiers };
  const hasCell = (index: number) => (row: TableRow) => (row.cells[index] ?? '').trim() !== '';
  if ([text, word].some((column) => column !== undefined && rows.some(hasCell(column))))
    return { head, unit, rows };
  // What is said has spaces or the marks of sentences; where several columns have them, a person must say which it is.
  const open = left();
  const said = open.filter((at) => rows.some(({ cells }) => MARKS.speech.test(cells[at] ?? '')));
  const [only, ...more] = said.length > 0 ? said : open;
  // Lists of markers and regions have their text in the column of their names.
  const isOfMarkers = names[voice ?? -1]?.split(' ').every((part) => part === 'name' || !isVoice(part));
  if (voice !== undefined && start !== undefined && isOfMarkers && said.length !== 1)
    return { head: { ...others, start, text: voice }, unit, rows };
  if (text !== undefined || word !== undefined) return { head, unit, rows };
  const isText =
    (voice ?? start) !== undefined && only !== undefined && more.length === 0 && rows.some(hasCell(only));
  if (!isText) return null;
  const who = voice ?? open.find((at) => at !== only && areNames(rows, at));
  return { head: { ...head, ...(who !== undefined && { voice: who }), text: only }, unit, rows };
}
