import { describe, expect, it } from 'vitest';
import { dtw } from './dtw.ts';

const cost = (rows: number[][]): Float32Array => Float32Array.from(rows.flat());

describe('dtw', () => {
  it('follows the cheap cells', () => {
    const { first, last } = dtw(
      cost([
        [0, 0, 9, 9, 9, 9],
        [9, 9, 0, 0, 0, 9],
        [9, 9, 9, 9, 9, 0],
      ]),
      3,
      6,
    );
    expect([...first]).toEqual([0, 2, 5]);
    expect([...last]).toEqual([1, 4, 5]);
  });

  it('visits every row, even if there are fewer columns', () => {
    const { first, last } = dtw(new Float32Array(4 * 2), 4, 2);
    expect(first[0]).toBe(0);
    expect(last[3]).toBe(1);
    for (let row = 1; row < 4; row += 1) expect(first[row]).toBeGreaterThanOrEqual(last[row - 1] ?? 0);
  });

  it('assigns all columns to a single row', () => {
    const { first, last } = dtw(new Float32Array(5).fill(1), 1, 5);
    expect([...first, ...last]).toEqual([0, 4]);
  });

  it('costs no more than any other monotone path', () => {
    const rows = 4;
    const columns = 5;
    const matrix = Float32Array.from({ length: rows * columns }, (_, cell) => ((cell * 7919) % 23) - 11);
    const at = (row: number, column: number) => matrix[row * columns + column] ?? 0;
    const cheapest = (row: number, column: number): number => {
      if (row === 0 && column === 0) return at(0, 0);
      const before = [];
      if (row > 0) before.push(cheapest(row - 1, column));
      if (column > 0) before.push(cheapest(row, column - 1));
      if (row > 0 && column > 0) before.push(cheapest(row - 1, column - 1));
      return at(row, column) + Math.min(...before);
    };
    const { first, last } = dtw(matrix, rows, columns);
    let sum = 0;
    for (let row = 0; row < rows; row += 1) {
      for (let column = first[row] ?? 0; column <= (last[row] ?? 0); column += 1) sum += at(row, column);
    }
    expect(sum).toBe(cheapest(rows - 1, columns - 1));
  });

  it('returns nothing for nothing', () => {
    expect(dtw(new Float32Array(0), 0, 0).first).toHaveLength(0);
  });
});
