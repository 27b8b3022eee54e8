/** Index of the last of these ascending numbers that is at most `limit`; -1 if there is none. */
export function lastAtMost(ascending: readonly number[], limit: number): number {
  let [low, high] = [-1, ascending.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Number.POSITIVE_INFINITY) <= limit) low = middle;
    else high = middle;
  }
  return low;
}
