/** Shorter than any passage in milliseconds, and longer than most in seconds. */
const LEAST_MILLISECONDS = 100;

/** Whether passages of these lengths, whole numbers in a unit that nothing names, are in milliseconds; in seconds otherwise. */
export function areMilliseconds(lengths: readonly number[]): boolean {
  const middle = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  return middle >= LEAST_MILLISECONDS;
}
