/**
 * The first index below `length` at which something holds; `length` if it holds nowhere. Where it holds, it must also hold
 * at all later indices: bisection looks at few of them.
 */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
