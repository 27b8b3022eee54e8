import { firstIndex } from './first-index.ts';

/** Index of the last of these ascending numbers that is at most `limit`; -1 if there is none. */
export const lastAtMost = (ascending: ArrayLike<number>, limit: number): number =>
  firstIndex(ascending.length, (index) => (ascending[index] ?? Number.POSITIVE_INFINITY) > limit) - 1;
