/** After a failed write, the first and the longest wait until the next one. */
const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;

/** Milliseconds until a write that failed is tried again. @param before the wait before this one; 0 after a write that succeeded */
export const longerWait = (before: number): number => Math.min(LONGEST_MS, before * 2 || FIRST_MS);
