import type { CaptionPiece } from './caption-piece.ts';

/** Pieces of one voice with cached measurements. */
export interface MeasuredRun {
  pieces: readonly CaptionPiece[];
  /** Columns of all pieces before each, including spaces. */
  before: readonly number[];
  /** Cost of a break before each piece. */
  breaks: readonly number[];
}

export interface RowLayout {
  /** Row starts, from the second row on. */
  starts: number[];
  cost: number;
}

/** Weight of a row break relative to a cue end. */
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

/** A single piece always fits: it is at most one character too wide. */
export const fitsRow = (run: MeasuredRun, from: number, to: number, columnsPerRow: number): boolean =>
  to - from === 1 || columnsOf(run, from, to) <= columnsPerRow;

/** Row starts of the pieces `from` to `to` with each row filled first, which gives the fewest rows. */
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

/** Rows laid out so far and the width of the last one; null if there is none. */
interface LaidRows extends RowLayout {
  columns: number | null;
}

/** Adds the row `start` to `end` below the others; `mean` is the width of perfectly even rows. */
function addRow(
  run: MeasuredRun,
  above: LaidRows,
  [start, end]: [number, number],
  { mean, columnsPerRow }: { mean: number; columnsPerRow: number },
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

/** Fast cost of the best `layRows` for two rows: it is needed for every possible cue. */
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

interface RowSpan {
  from: number;
  to: number;
  rows: number;
  columnsPerRow: number;
}

/**
 * Divides the pieces `from` to `to` into rows at the least cost, by grammar and evenness, with a longer lower row; null
 * if they do not fit.
 */
export function layRows(run: MeasuredRun, { from, to, rows, columnsPerRow }: RowSpan): RowLayout | null {
  if (rows === 1) return fitsRow(run, from, to, columnsPerRow) ? { starts: [], cost: 0 } : null;
  const mean = columnsOf(run, from, to) / rows;
  // The cheapest rows so far, by the end of the last one.
  let laid = new Map<number, LaidRows>([[from, { starts: [], cost: 0, columns: null }]]);
  for (let row = 1; row <= rows; row++) {
    const longer = new Map<number, LaidRows>();
    for (const [start, above] of laid) {
      for (let end = row === rows ? to : start + 1; end <= to - (rows - row); end++) {
        if (!fitsRow(run, start, end, columnsPerRow)) break;
        const added = addRow(run, above, [start, end], { mean, columnsPerRow });
        if (added.cost < (longer.get(end)?.cost ?? Number.POSITIVE_INFINITY)) longer.set(end, added);
      }
    }
    laid = longer;
  }
  return laid.get(to) ?? null;
}
