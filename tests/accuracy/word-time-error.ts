import { alignWords } from './align-words.ts';

/** A word and when it was said, in seconds. */
export interface WordTime {
  word: string;
  start: number;
  end: number;
}

/** Time errors of the words that were recognised correctly. */
export interface WordTimeErrors {
  truthWords: number;
  matchedWords: number;
  /** Absolute errors in seconds, in order of the words. */
  startErrors: number[];
  endErrors: number[];
  /** Recognised minus real times in seconds: negative for early ones. */
  startShifts: number[];
  endShifts: number[];
  /** Medians in seconds; NaN if no word matched. `boundary` covers starts and ends together. */
  medianStart: number;
  medianEnd: number;
  medianBoundary: number;
}

/** A word as one token: letters and digits only, in lower case. */
const plain = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '');

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Aligns recognised words with the reference by text and compares the times of those that match. */
export function wordTimeErrors(truth: readonly WordTime[], recognised: readonly WordTime[]): WordTimeErrors {
  const spoken = truth.filter(({ word }) => plain(word) !== '');
  const heard = recognised.filter(({ word }) => plain(word) !== '');
  const pairs = alignWords(
    spoken.map(({ word }) => plain(word)),
    heard.map(({ word }) => plain(word)),
  );
  const startErrors: number[] = [];
  const endErrors: number[] = [];
  const startShifts: number[] = [];
  const endShifts: number[] = [];
  for (const { kind, reference, hypothesis } of pairs) {
    if (kind !== 'hit' || reference === null || hypothesis === null) continue;
    const real = spoken[reference];
    const found = heard[hypothesis];
    if (!real || !found) continue;
    startShifts.push(found.start - real.start);
    startErrors.push(Math.abs(found.start - real.start));
    endShifts.push(found.end - real.end);
    endErrors.push(Math.abs(found.end - real.end));
  }
  return {
    truthWords: spoken.length,
    matchedWords: startErrors.length,
    startErrors,
    endErrors,
    startShifts,
    endShifts,
    medianStart: median(startErrors),
    medianEnd: median(endErrors),
    medianBoundary: median([...startErrors, ...endErrors]),
  };
}

/** Times of words are known no better, seconds. */
const TOLERANCE = 0.1;

/** Words that cover more than a tenth of a second of one of these pauses. */
export function reachedInto(
  words: readonly WordTime[],
  pauses: readonly { start: number; end: number }[],
): WordTime[] {
  return words.filter((word) =>
    pauses.some(({ start, end }) => Math.min(word.end, end) - Math.max(word.start, start) > TOLERANCE),
  );
}
