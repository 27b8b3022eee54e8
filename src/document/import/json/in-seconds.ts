import type { RecognisedPart } from './recognised-segments.ts';

/** Shorter than any passage in milliseconds, and longer than most in seconds. */
const LEAST_MILLISECONDS = 100;

/** Whether passages of these lengths, whole numbers in a unit that nothing names, are in milliseconds; in seconds otherwise. */
export function areMilliseconds(lengths: readonly number[]): boolean {
  const middle = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  return middle >= LEAST_MILLISECONDS;
}

type Times = Pick<RecognisedPart, 'start' | 'end'>;

/** Whole numbers that are too far apart for seconds, in seconds. */
export function inSeconds<Timed extends Times & { words?: readonly RecognisedPart[] }>(
  all: readonly Timed[],
): Timed[] {
  const times = all.flatMap(({ start, end }) =>
    start === null || end === null ? [] : [[start, end] as const],
  );
  const isWhole = times.flat().every((time) => Number.isInteger(time));
  if (!isWhole || !areMilliseconds(times.map(([start, end]) => end - start))) return [...all];
  const scaled = <One extends Times>(one: One): One => ({
    ...one,
    start: one.start === null ? null : one.start / 1000,
    end: one.end === null ? null : one.end / 1000,
  });
  return all.map((one) => ({ ...scaled(one), ...(one.words && { words: one.words.map(scaled) }) }));
}
