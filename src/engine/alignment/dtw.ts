/** The first and last column that a DTW path visits in each row. */
export interface RowSpans {
  first: Int32Array;
  last: Int32Array;
}

const DIAGONAL = 0;
const NEXT_ROW = 1;
const NEXT_COLUMN = 2;

/**
 * Dynamic time warping: the cheapest monotone path from the first cell to the last, stepping right, down or
 * diagonally. Visits every row and column.
 *
 * @param cost row-major, `rows` × `columns`
 * @see Sakoe and Chiba, "Dynamic programming algorithm optimization for spoken word recognition" (1978)
 */
export function dtw(cost: Float32Array, rows: number, columns: number): RowSpans {
  const moves = new Uint8Array(rows * columns);
  let above = new Float32Array(columns + 1).fill(Number.POSITIVE_INFINITY);
  let current = new Float32Array(columns + 1).fill(Number.POSITIVE_INFINITY);
  above[0] = 0;
  for (let row = 0; row < rows; row += 1) {
    current[0] = Number.POSITIVE_INFINITY;
    for (let column = 0; column < columns; column += 1) {
      const diagonal = above[column] ?? 0;
      const fromAbove = above[column + 1] ?? 0;
      const fromLeft = current[column] ?? 0;
      let best = diagonal;
      let move = DIAGONAL;
      if (fromAbove < best) {
        best = fromAbove;
        move = NEXT_ROW;
      }
      if (fromLeft < best) {
        best = fromLeft;
        move = NEXT_COLUMN;
      }
      current[column + 1] = best + (cost[row * columns + column] ?? 0);
      moves[row * columns + column] = move;
    }
    [above, current] = [current, above];
  }
  return trace(moves, rows, columns);
}

/** Traces the path back from its last cell. */
function trace(moves: Uint8Array, rows: number, columns: number): RowSpans {
  const first = new Int32Array(rows);
  const last = new Int32Array(rows);
  if (rows === 0 || columns === 0) return { first, last };
  let row = rows - 1;
  let column = columns - 1;
  last[row] = column;
  while (row > 0 || column > 0) {
    const move = moves[row * columns + column] ?? DIAGONAL;
    if (column === 0 || (move !== NEXT_COLUMN && row > 0)) {
      first[row] = column;
      row -= 1;
      if (move === DIAGONAL && column > 0) column -= 1;
      last[row] = column;
    } else {
      column -= 1;
    }
  }
  first[0] = 0;
  return { first, last };
}
