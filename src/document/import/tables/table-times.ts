import { areMilliseconds } from '../json/in-seconds.ts';
import { writtenSeconds } from '../written-times.ts';
import type { TableRow } from './split-table.ts';

/** Of a cell; signs. */
const LONGEST_TIME = 60;

/** A time with colons, or a number in the file's own unit. */
export function timeIn(cell: string): number | null {
  const text = cell.trim();
  if (text.length > LONGEST_TIME) return null;
  if (/^-?\d+(?:[.,]\d+)?$/.test(text)) return Math.max(0, Number(text.replace(',', '.')));
  return writtenSeconds(text);
}

/** A start and an end in one cell: "0:00.0 - 0:03.5". */
export function spanIn(cell: string): { start: number; end: number } | null {
  if (cell.length > LONGEST_TIME) return null;
  const [from, until, ...more] = cell.split(/\s*[-–]\s+|\s*-->?\s*/);
  if (from === undefined || until === undefined || more.length > 0) return null;
  const [start, end] = [timeIn(from), timeIn(until)];
  return start === null || end === null ? null : { start, end };
}

/** The unit of times that are numbers, in seconds. */
export function unitOf(
  rows: readonly TableRow[],
  { start, end, length }: Partial<Record<'start' | 'end' | 'length', number>>,
  names: TableRow | null,
): number {
  const named = names?.cells[start ?? -1]?.toLowerCase() ?? '';
  if (/(?:^|[^a-z])(?:ms|msec|mill?is\w*)/u.test(named)) return 0.001;
  const all = rows.map(({ cells }) => [cells[start ?? -1] ?? '', cells[end ?? length ?? -1] ?? ''] as const);
  if (all.flat().some((cell) => !/^\s*-?\d*\s*$/.test(cell))) return 1;
  const lengths = all.map(([from, until]) =>
    end === undefined ? Number(until) : Number(until) - Number(from),
  );
  return areMilliseconds(lengths) ? 0.001 : 1;
}
