import type { OwnMapping } from '../../../contract/transcripts/import-mapping.ts';
import { unlessRefused } from '../bad-import.ts';
import { each, isFields } from '../json/json-fields.ts';
import { splitTable } from '../tables/table-head.ts';
import { decodeText, seenText } from '../text/read-text-bytes.ts';
import { LIMITS } from '../vocabulary/patterns.ts';
import { areMilliseconds, timeIn } from '../written-times.ts';
import { treeOfFile } from './read-by-own.ts';

/** A file as rows and columns, whatever it is, so that a person can say which column is which. */
export interface ImportSample {
  reader: OwnMapping['reader'];
  /** The path of a tree's list. */
  list: string;
  /** Whether columns have names of their own; otherwise they are counted from 0. */
  isNamed: boolean;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Which column is which; null for one that the file does not have. */
export interface ColumnChoice {
  start: number | null;
  voice: number | null;
  text: number;
}

/** The texts and numbers of an item by their paths. A name with a dot or a bracket is none of a path. */
function leavesOf(item: unknown, path = '', depth = 3): [string, string][] {
  if (typeof item === 'string' || typeof item === 'number') return [[path, String(item)]];
  if (depth === 0 || typeof item !== 'object' || item === null) return [];
  const entries = Array.isArray(item)
    ? [...item.slice(0, LIMITS.sampleColumns).entries()]
    : Object.entries(item);
  return entries.flatMap(([key, value]): [string, string][] =>
    /[.[\]]/.test(String(key)) || (Array.isArray(item) && isFields(value))
      ? []
      : leavesOf(value, path === '' ? String(key) : `${path}.${key}`, depth - 1),
  );
}

/** The paths of all lists of a tree, by the first item of each. */
function listsIn(value: unknown, path = '', depth = LIMITS.sampleDepth): string[] {
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return [`${path}[]`, ...listsIn(value[0], `${path}[]`, depth - 1)];
  return Object.entries(value).flatMap(([key, inner]) =>
    /[.[\]]/.test(key) ? [] : listsIn(inner, path === '' ? key : `${path}.${key}`, depth - 1),
  );
}

/** Letters of a list's texts, those in sentences before those in words. */
const weightOf = (rows: readonly (readonly string[])[]): number =>
  rows
    .flat()
    .reduce((sum, cell) => sum + (/\p{L}/u.test(cell) ? cell.length * (/\s/u.test(cell) ? 2 : 1) : 0), 0);

function ofTree(root: unknown): ImportSample | null {
  const samples = listsIn(root).map((list): ImportSample => {
    const items = each(root, list)
      .slice(0, LIMITS.sampleRows)
      .map((item) => new Map(leavesOf(item)));
    const columns = [...new Set(items.flatMap((item) => [...item.keys()]))].slice(0, LIMITS.sampleColumns);
    const rows = items.map((item) => columns.map((column) => item.get(column) ?? ''));
    return { reader: 'trees', list, isNamed: true, columns, rows };
  });
  const [best] = samples.toSorted((a, b) => weightOf(b.rows) - weightOf(a.rows));
  return best && weightOf(best.rows) > 0 ? best : null;
}

function ofTable(content: string): ImportSample | null {
  const rows = splitTable(content).rows.map(({ cells }) => cells.map((cell) => cell.trim()));
  const [first = [], ...others] = rows;
  const isWhole = others.length > 0 && rows.every((row) => row.length === first.length);
  if (!isWhole || first.length < 2 || first.length > LIMITS.sampleColumns) return null;
  const isNamed =
    new Set(first).size === first.length &&
    first.every((cell) => /\p{L}/u.test(cell) && timeIn(cell) === null);
  const shown = (isNamed ? others : rows).slice(0, LIMITS.sampleRows);
  return {
    reader: 'tables',
    list: '',
    isNamed,
    columns: isNamed ? first : first.map((_, at) => String(at + 1)),
    rows: shown,
  };
}

/** A file as rows and columns; null if it has none that could be shown. */
export function sampleOf(name: string, bytes: Uint8Array<ArrayBuffer>): ImportSample | null {
  return unlessRefused(() => {
    const content = seenText(decodeText(name, bytes));
    const root = treeOfFile(content);
    return root === undefined ? ofTable(content) : ofTree(root);
  });
}

/** The unit of a column's times that are numbers, in seconds. */
function unitOf(times: readonly string[]): number {
  const lengths = times.slice(1).map((time, at) => Number(time) - Number(times[at]));
  return times.every((time) => /^\d+$/.test(time)) && areMilliseconds(lengths) ? 0.001 : 1;
}

/** The mapping of files like a sample, as a person answered. */
export function mappingOf(program: string, sample: ImportSample, choice: ColumnChoice): OwnMapping {
  const { reader, list, isNamed, columns, rows } = sample;
  const { start, voice, text } = choice;
  const unit = start === null ? 1 : unitOf(rows.map((row) => row[start] ?? ''));
  if (reader === 'trees') {
    const of = (column: number | null) => (column === null ? undefined : columns[column]);
    const place = { start: of(start), voice: of(voice), text: of(text) ?? '' };
    const when = [place.start, place.text].flatMap((path) =>
      path === undefined ? [] : [{ has: path === '' ? list : `${list}.${path}` }],
    );
    return {
      program,
      reader,
      layouts: [{ ...place, when, list, part: 'items', unit, follows: false, repeats: false }],
    };
  }
  const column = (index: number) => (isNamed ? (columns[index] ?? index) : index);
  return {
    program,
    reader,
    ...(!isNamed && { width: columns.length }),
    columns: {
      text: column(text),
      ...(start !== null && { start: column(start) }),
      ...(voice !== null && { voice: column(voice) }),
    },
    unit,
  };
}
