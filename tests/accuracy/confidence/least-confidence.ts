/** What was recognised of one recording, as it is or distorted. */
export interface ConfidenceRow {
  recording: string;
  words: number;
  /** Word errors by the words of the reference, 0 to 1 and more. */
  errors: number;
  /** Mean over the words, 0 to 1. */
  confidence: number;
}

/** A text with more errors than this is mostly wrong; one with fewer than the other is good. */
const MOSTLY_WRONG = 0.5;
const GOOD = 0.25;
/** Shorter texts get no note. */
export const LEAST_WORDS = 5;
/** What is compared: 0.5 to 0.9. */
const THRESHOLDS = Array.from({ length: 17 }, (_, index) => 0.5 + index * 0.025);
/** A note at a good text costs as much as so many that are missing. */
const FALSE_COST = 2;

export interface NoteCounts {
  wrong: number;
  /** Of those. */
  found: number;
  good: number;
  /** Of those. */
  noted: number;
}

const isWrong = ({ errors }: ConfidenceRow) => errors > MOSTLY_WRONG;

export function countNotes(
  rows: readonly ConfidenceRow[],
  threshold: (row: ConfidenceRow) => number,
): NoteCounts {
  const long = rows.filter(({ words }) => words >= LEAST_WORDS);
  const isNoted = (row: ConfidenceRow) => row.confidence < threshold(row);
  const wrong = long.filter(isWrong);
  const good = long.filter(({ errors }) => errors < GOOD);
  return {
    wrong: wrong.length,
    found: wrong.filter(isNoted).length,
    good: good.length,
    noted: good.filter(isNoted).length,
  };
}

/** The threshold that is best for some rows; of equally good ones the middle one. */
export function bestThreshold(rows: readonly ConfidenceRow[]): number {
  const costs = THRESHOLDS.map((threshold) => {
    const { wrong, found, noted } = countNotes(rows, () => threshold);
    return wrong - found + FALSE_COST * noted;
  });
  const least = Math.min(...costs);
  const best = THRESHOLDS.filter((_, index) => costs[index] === least);
  return best[Math.floor(best.length / 2)] ?? 0;
}

/** For each recording, the threshold that is best for all others. */
export function leftOutThresholds(rows: readonly ConfidenceRow[]): ReadonlyMap<string, number> {
  const recordings = new Set(rows.map(({ recording }) => recording));
  return new Map(
    Array.from(recordings, (left) => [
      left,
      bestThreshold(rows.filter(({ recording }) => recording !== left)),
    ]),
  );
}
