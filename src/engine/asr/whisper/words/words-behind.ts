import { letters } from './without-repeats.ts';

/** A word with its end, seconds. */
interface PlacedWord {
  word: string;
  end: number;
}

/** The times of the same word in two recognitions differ by less, seconds. */
const SAME_PLACE_SECONDS = 0.6;

/** The words of another recognition behind those that are settled: behind the same word near by, otherwise by time. */
export function wordsBehind<New extends { word: { word: string; start: number; end: number } }>(
  settled: readonly PlacedWord[],
  words: readonly New[],
): New[] {
  const last = settled.at(-1);
  if (!last) return [...words];
  const distance = ({ word }: New): number =>
    letters(word.word) === letters(last.word) ? Math.abs(word.end - last.end) : Number.POSITIVE_INFINITY;
  const nearest = Math.min(...words.map(distance));
  if (nearest < SAME_PLACE_SECONDS)
    return words.slice(words.findIndex((one) => distance(one) === nearest) + 1);
  const next = words.findIndex(({ word }) => (word.start + word.end) / 2 > last.end);
  return next < 0 ? [] : words.slice(next);
}
