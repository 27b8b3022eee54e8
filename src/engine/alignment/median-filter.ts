/**
 * Running median along a row, edges mirrored.
 *
 * @param width odd number of samples; rows shorter than half of it are copied as they are
 */
export function medianFilter(row: Float32Array, width: number): Float32Array<ArrayBuffer> {
  const half = Math.floor(width / 2);
  const filtered = new Float32Array(row);
  if (half === 0 || row.length <= half) return filtered;
  const around = new Float32Array(width);
  for (let centre = 0; centre < row.length; centre += 1) {
    for (let offset = -half; offset <= half; offset += 1) {
      around[offset + half] = row[mirror(centre + offset, row.length)] ?? 0;
    }
    around.sort();
    filtered[centre] = around[half] ?? 0;
  }
  return filtered;
}

function mirror(index: number, length: number): number {
  if (index < 0) return -index;
  return index < length ? index : 2 * (length - 1) - index;
}
