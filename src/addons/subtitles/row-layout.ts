import type { CaptionPiece } from './caption-piece.ts';

/** Pieces of one voice with what is asked of them again and again. */
export interface MeasuredRun {
  pieces: readonly CaptionPiece[];
  /** Columns of all pieces before each, with the spaces between them. */
  before: readonly number[];
  /** What a break before each piece costs. */
  breaks: readonly number[];
}

export interface RowLayout {
  /** Where the rows begin, from the second on. */
  starts: number[];
  cost: number;
}

/** A row's share in the cost of its break, against that of a cue's end. */
const ROW_BREAK = 0.5;
const UNEVEN = 60;
const TOP_HEAVY = 8;

export function measureRun(pieces: readonly CaptionPiece[], breaks: readonly number[]): MeasuredRun {
  const before = [0];
  for (const { columns, spaceBefore } of pieces) {
    before.push((before.at(-1) ?? 0) + columns + (spaceBefore ? 1 : 0));
  }
  return { pieces, before, breaks };
}

/** Columns of the pieces `from` to `to` (exclusive) on one row. */
export function columnsOf({ pieces, before }: MeasuredRun, from: number, to: number): number {
  return (before[to] ?? 0) - (before[from] ?? 0) - (pieces[from]?.spaceBefore ? 1 : 0);
}

/** A single piece always fits: it is at most one sign too wide. */
export const fitsRow = (run: MeasuredRun, from: number, to: number, columnsPerRow: number): boolean =>
  to - from === 1 || columnsOf(run, from, to) <= columnsPerRow;

/** Where the rows of the pieces `from` to `to` begin if each is filled before the next: no layout has fewer rows. */
export function filledRows(run: MeasuredRun, from: number, to: number, columnsPerRow: number): number {
  let rows = 1;
  let start = from;
  for (let end = from + 1; end <= to; end++) {
    if (fitsRow(run, start, end, columnsPerRow)) continue;
    rows++;
    start = end - 1;
  }
  return rows;
}

/** Rows laid so far, and how wide the last of them is; null where there is none yet. */
interface LaidRows extends RowLayout {
  columns: number | null;
}

/** Lays one more row, `start` to `end`, under those above; `mean` is what all rows would have if they were even. */
function addRow(
  run: MeasuredRun,
  above: LaidRows,
  [start, end]: [number, number],
  mean: number,
  columnsPerRow: number,
): LaidRows {
  const columns = columnsOf(run, start, end);
  const uneven = UNEVEN * ((columns - mean) / columnsPerRow) ** 2;
  if (above.columns === null) return { starts: [], cost: uneven, columns };
  const topHeavy = (TOP_HEAVY * Math.max(above.columns - columns, 0)) / columnsPerRow;
  return {
    starts: [...above.starts, start],
    cost: above.cost + uneven + topHeavy + ROW_BREAK * (run.breaks[start] ?? 0),
    columns,
  };
}

/** The cost of the best `layRows` of two rows, quickly: it is asked for once for every cue that there could be. */
export function twoRowCost(run: MeasuredRun, from: number, to: number, columnsPerRow: number): number {
  const mean = columnsOf(run, from, to) / 2;
  let best = Number.POSITIVE_INFINITY;
  for (let start = to - 1; start > from && fitsRow(run, start, to, columnsPerRow); start--) {
    if (!fitsRow(run, from, start, columnsPerRow)) continue;
    const top = columnsOf(run, from, start);
    const bottom = columnsOf(run, start, to);
    const uneven = UNEVEN * (((top - mean) / columnsPerRow) ** 2 + ((bottom - mean) / columnsPerRow) ** 2);
    const topHeavy = (TOP_HEAVY * Math.max(top - bottom, 0)) / columnsPerRow;
    best = Math.min(best, uneven + topHeavy + ROW_BREAK * (run.breaks[start] ?? 0));
  }
  return best;
}

/**
 * Divides the pieces `from` to `to` into `rows` rows where the breaks cost least: by grammar, and by how even the rows
 * are, the lower rather longer than the upper.
 *
 * @returns null where they do not fit into so many rows
 */
export function layRows(
  run: MeasuredRun,
  from: number,
  to: number,
  rows: number,
  columnsPerRow: number,
): RowLayout | null {
  if (rows === 1) return fitsRow(run, from, to, columnsPerRow) ? { starts: [], cost: 0 } : null;
  const mean = columnsOf(run, from, to) / rows;
  // The cheapest rows so far, by where the last of them ends.
  let laid = new Map<number, LaidRows>([[from, { starts: [], cost: 0, columns: null }]]);
  for (let row = 1; row <= rows; row++) {
    const longer = new Map<number, LaidRows>();
    for (const [start, above] of laid) {
      for (let end = row === rows ? to : start + 1; end <= to - (rows - row); end++) {
        if (!fitsRow(run, start, end, columnsPerRow)) break;
        const added = addRow(run, above, [start, end], mean, columnsPerRow);
        if (added.cost < (longer.get(end)?.cost ?? Number.POSITIVE_INFINITY)) longer.set(end, added);
      }
    }
    laid = longer;
  }
  return laid.get(to) ?? null;
}
