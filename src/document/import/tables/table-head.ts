import names from '../vocabulary/columns.json' with { type: 'json' };
import { isPersonName } from '../voices/names.ts';
import { timeIn } from '../written-times.ts';
import type { TableRow } from './split-table.ts';

const { whole, ...columns } = names.lists;

export type Column = keyof typeof columns;

const COLUMNS = Object.entries(columns) as [Column, readonly string[]][];
/** Names that count only as a whole. */
const WHOLE_NAMES: ReadonlySet<string> = new Set(whole);

/** Which column of the table is which; those that it lacks are left out. */
export type Head = Partial<Record<Column, number>>;

/** A table with its columns, and the rows below their names, which it may lack. */
interface HeadedTable {
  head: Head;
  names: TableRow | null;
  rows: TableRow[];
}

/** Characters of the longest name of a column. */
const LONGEST_NAME = 60;
const NAMED = /\p{L}{3}/u;

const plain = (cell: string): string =>
  cell
    .slice(0, LONGEST_NAME)
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}|\(.*?\)|\[.*?\]/gu, '')
    .replaceAll(/[\s_-]+/gu, ' ')
    .replace(/[:*/]in(?:nen)?$/u, '')
    .replace(/ (?:in )?(?:ms|msec|milliseconds|secs?|seconds|s)$/u, '')
    .trim();

/** Shorter names, such as "in" and "de", are parts of others. */
const LONGEST_PARTICLE = 2;

/** The columns by their names. Names that are known as a whole come first, then those that contain a known one. */
function namedHead(names: readonly string[]): Head {
  const head: Head = {};
  const find = (is: (name: string) => boolean): number =>
    names.findIndex((name, at) => !Object.values(head).includes(at) && is(name));
  const isPart = (part: string) => part.length > LONGEST_PARTICLE && !WHOLE_NAMES.has(part);
  const take = (column: Column, indices: readonly number[]) => {
    const index = indices.find((one) => one >= 0);
    if (index !== undefined) head[column] ??= index;
  };
  for (const [column, known] of COLUMNS)
    take(
      column,
      known.map((one) => find((name) => name === one)),
    );
  for (const [column, known] of COLUMNS)
    take(column, [find((name) => name.split(' ').some((part) => isPart(part) && known.includes(part)))]);
  return head;
}

/** A column of names goes before one of ids or numbers, which may have the more usual name. */
function withNames(head: Head, names: readonly string[], rows: readonly TableRow[]): Head {
  const areNames = (index: number) => {
    const cells = rows.map(({ cells: row }) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.every(isPersonName);
  };
  const { voice, ...others } = head;
  if (voice === undefined || areNames(voice)) return head;
  const used = Object.values(others);
  const isBetter = (name: string, at: number) =>
    columns.voice.includes(name) && !used.includes(at) && areNames(at);
  const better = names.findIndex(isBetter);
  return better < 0 ? head : { ...head, voice: better };
}

/** Least share of rows with one text, in a table with a column for each person. */
const SINGLE_SHARE = 0.6;

/** A table with a column for each person, as ELAN exports tiers, as one with a row for each text; null if it is none. */
function tierTable(names: TableRow, rows: readonly TableRow[]): HeadedTable | null {
  const plainNames = names.cells.map(plain);
  const { start, end, length, voice } = namedHead([...plainNames, 'text']);
  const tiers = plainNames.flatMap((name, index) =>
    [start, end, length].includes(index) || !NAMED.test(name) ? [] : [index],
  );
  if (start === undefined || end === undefined || tiers.length < 2) return null;
  const filled = rows.map(({ cells }) => tiers.filter((tier) => (cells[tier] ?? '').trim() !== ''));
  if (filled.filter((own) => own.length === 1).length < rows.length * SINGLE_SHARE) return null;
  // Who speaks may be named only where that changes; what is said is in every row.
  const isAlways = tiers.some((tier) => filled.every((own) => own.includes(tier)));
  if (voice !== undefined && isAlways) return null;
  const timesOf = ({ cells }: TableRow) => [cells[start] ?? '', cells[end] ?? ''];
  return {
    head: { start: 0, end: 1, voice: 2, text: 3 },
    names: { ...names, cells: timesOf(names) },
    rows: rows.flatMap((row, at) =>
      (filled[at] ?? []).map((tier) => ({
        ...row,
        cells: [...timesOf(row), names.cells[tier] ?? '', row.cells[tier] ?? ''],
      })),
    ),
  };
}

/** A time that is more than a number, which may count anything. */
const isClock = (cell: string): boolean => cell.includes(':') && timeIn(cell) !== null;

/** Columns of times by what they contain, for names in further languages. */
function withTimes(head: Head, rows: readonly TableRow[]): Head {
  if (head.start !== undefined || rows.length === 0) return head;
  const taken = new Set(Object.values(head));
  const timed = (rows[0]?.cells ?? [])
    .map((_, index) => index)
    .filter((index) => !taken.has(index) && rows.every(({ cells }) => isClock(cells[index] ?? '')));
  const [start, end] = timed;
  return { ...head, ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}

/** The letters of a column's different cells: names come again and again, texts do not. */
function lettersIn(rows: readonly TableRow[], index: number): number {
  const cells = new Set(rows.map(({ cells: row }) => (row[index] ?? '').trim()));
  return [...cells].reduce(
    (sum, cell) => sum + (timeIn(cell) === null ? (cell.match(/\p{L}/gu)?.length ?? 0) : 0),
    0,
  );
}

/** Marks and spaces, which no kind or colour of a marker has. */
const isSpeech = (rows: readonly TableRow[], index: number): boolean =>
  new Set(rows.map(({ cells }) => cells[index])).size > rows.length / 2 &&
  rows.some(({ cells }) => /\S\s+\S|[.?!…。？！]/u.test(cells[index] ?? ''));

/**
 * The column of text, whatever its name: the one of those left that has most text. Lists of markers and regions have their text in the
 * column of names. Null if there is none.
 */
function withText(head: Head, names: readonly string[], rows: readonly TableRow[]): Head | null {
  const { voice, text, word, ...others } = head;
  const isKnown = text !== undefined || word !== undefined;
  const hasText = [text, word].some((column) =>
    rows.some(({ cells }) => column !== undefined && (cells[column] ?? '').trim() !== ''),
  );
  if (hasText || (isKnown && rows.length === 0)) return head;
  // Names alone may as well be the first row of any list.
  if (voice === undefined && others.start === undefined) return isKnown ? head : null;
  const taken = new Set(Object.values(head));
  const [best] = names
    .map((name, index) => ({ index, name, letters: lettersIn(rows, index) }))
    .filter(({ index, name, letters }) => !taken.has(index) && NAMED.test(name) && letters > 0)
    .toSorted((a, b) => b.letters - a.letters);
  const isText =
    best && (voice === undefined || best.letters > lettersIn(rows, voice) || isSpeech(rows, best.index));
  if (isText) return { ...others, ...(voice === undefined ? {} : { voice }), text: best.index };
  if (voice !== undefined && others.start !== undefined) return { ...others, text: voice };
  return isKnown ? head : null;
}

const areWhole = (pair: readonly string[]): boolean =>
  pair.every((cell) => /^\d+$/.test(cell)) && Number(pair[0]) < Number(pair[1]);

const isLength = ([start, end, length]: readonly string[]): boolean =>
  Number(length) > 0 && Number(end) - Number(start) === Number(length);

/** Without names, labels of Audacity and tables of Whisper have start, end and text; ELAN's have them behind tier and participant. */
function guessed(rows: readonly TableRow[]): Head | null {
  const cells = rows[0]?.cells ?? [];
  const text = cells.length - 1;
  const head = withTimes({ text }, rows);
  // Milliseconds, and how many they are.
  const hasLength = rows.every(({ cells: row }) => isLength(row.slice(text - 3, text)));
  const start = hasLength ? text - 3 : text - 2;
  if (cells.length > 4 && rows.every((row) => areWhole(row.cells.slice(start, start + 2)))) {
    return { voice: 0, start, end: start + 1, text };
  }
  if (head.start !== undefined && head.start > 0) return { voice: 0, ...head };
  const [first = '', second = ''] = cells;
  if (cells.length < 3 || timeIn(first) === null || timeIn(second) === null) return null;
  return { start: 0, end: 1, text, ...(cells.length === 3 ? {} : { voice: 2 }) };
}

/** The columns of a table. Null if it has no text. */
export function tableHead(all: readonly TableRow[]): HeadedTable | null {
  const [first, ...others] = all;
  if (!first) return null;
  // A label may have any of the names in it.
  const hasTimes = first.cells.some((cell) => timeIn(cell) !== null);
  const names = first.cells.map(plain);
  const known = hasTimes ? {} : namedHead(names);
  const ofText = known.text ?? known.word;
  const tiers = hasTimes || ofText !== undefined ? null : tierTable(first, others);
  if (tiers) return tiers;
  const timed = hasTimes ? {} : withTimes(withNames(known, names, others), others);
  const named = Object.keys(timed).length === 0 ? null : withText(timed, names, others);
  if (named) return { head: named, names: first, rows: others };
  const head = guessed(all);
  // Audacity writes the frequencies of a label on a row of their own.
  return head && { head, names: null, rows: all.filter(({ cells }) => cells[0] !== '\\') };
}
