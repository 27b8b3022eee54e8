/** Running median along a row with mirrored edges, over an odd `width`; rows shorter than half of it are copied. */
export function medianFilter(row: Float32Array, width: number): Float32Array<ArrayBuffer> {
  const half = Math.floor(width / 2);
  const filtered = new Float32Array(row);
  if (half === 0 || row.length <= half) return filtered;
  // The samples around the centre, sorted; each step removes one and inserts one.
  const sorted = new Float32Array(width);
  for (let offset = -half; offset <= half; offset += 1) {
    sorted[offset + half] = row[mirror(offset, row.length)] ?? 0;
  }
  sorted.sort();
  filtered[0] = sorted[half] ?? 0;
  for (let centre = 1; centre < row.length; centre += 1) {
    const leaving = row[mirror(centre - half - 1, row.length)] ?? 0;
    const entering = row[mirror(centre + half, row.length)] ?? 0;
    replace(sorted, leaving, entering);
    filtered[centre] = sorted[half] ?? 0;
  }
  return filtered;
}

function mirror(index: number, length: number): number {
  if (index < 0) return -index;
  return index < length ? index : 2 * (length - 1) - index;
}

function replace(sorted: Float32Array, leaving: number, entering: number): void {
  let at = 0;
  while (at < sorted.length - 1 && sorted[at] !== leaving) at += 1;
  while (at > 0 && (sorted[at - 1] ?? 0) > entering) {
    sorted[at] = sorted[at - 1] ?? 0;
    at -= 1;
  }
  while (at < sorted.length - 1 && (sorted[at + 1] ?? 0) < entering) {
    sorted[at] = sorted[at + 1] ?? 0;
    at += 1;
  }
  sorted[at] = entering;
}
