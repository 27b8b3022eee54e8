import type { Word } from '../../contract/transcripts/utterance.ts';
import type { TranslatedWord } from '../../language/marian/tagged-words.ts';
import { roundSeconds } from '../../lib/round-seconds.ts';

const bare = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Stretches between spaces, with where they begin. */
const stretches = (text: string) =>
  Array.from(text.matchAll(/\S+/gu), ({ 0: word, index }) => ({ word, start: index }));

/** Words of long texts are compared in windows of this many: their common subsequence needs the square of it. */
const MOST_COMPARED = 2000;

/**
 * For each stretch of the final text the character of the original that it comes from: of the translation's word that it is, by the longest
 * common subsequence of both; null for words that a glossary put there.
 */
export function sourcesOf(
  final: string,
  translated: string,
  words: readonly TranslatedWord[],
): (number | null)[] {
  const wanted = stretches(final).map(({ word }) => bare(word));
  const given = words.map(({ start, end, source }) => ({ word: bare(translated.slice(start, end)), source }));
  if (wanted.length === given.length && wanted.every((word, index) => word === given[index]?.word)) {
    return given.map(({ source }) => source);
  }
  const sources = new Array<number | null>(wanted.length).fill(null);
  if (wanted.length > MOST_COMPARED || given.length > MOST_COMPARED) return sources;
  // Lengths of the common subsequences of what follows.
  const width = given.length + 1;
  const lengths = new Uint16Array((wanted.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = wanted.length - 1; row >= 0; row--) {
    for (let column = given.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        wanted[row] === given[column]?.word
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < wanted.length && column < given.length; ) {
    if (wanted[row] === given[column]?.word) {
      sources[row] = given[column]?.source ?? null;
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return sources;
}

/**
 * Gives the words of a translation the times of the words that they translate. Words of one source share its time, by their length; those
 * without one go with their neighbour. Word order may differ, so times may go back.
 *
 * @param words of the translation, each one or more of the stretches that `sources` is about
 * @param original text and words of the utterance
 */
export function alignedTimes(
  words: readonly Word[],
  sources: readonly (number | null)[],
  original: { text: string; words: readonly Word[] },
): Word[] {
  const spoken = located(original);
  if (spoken.length === 0) return [...words];
  const spokenAt = (source: number): number => {
    const next = spoken.findIndex(({ start }) => start > source);
    return (next < 0 ? spoken.length : Math.max(next, 1)) - 1;
  };
  let stretch = 0;
  const from = words.map(({ word }) => {
    const count = stretches(word).length;
    const source = sources.slice(stretch, stretch + count).find((one) => one !== null);
    stretch += count;
    return source === undefined || source === null ? null : spokenAt(source);
  });
  // One that comes from no word goes with the one before it, the first with the one after.
  let last = from.find((one) => one !== null) ?? null;
  if (last === null) return [...words];
  const filled = from.map((one) => {
    last = one ?? last;
    return last ?? 0;
  });
  const timed: Word[] = [];
  for (let first = 0; first < words.length; ) {
    const source = filled[first] ?? 0;
    let end = first + 1;
    while (end < words.length && filled[end] === source) end++;
    const run = words.slice(first, end);
    const { word } = spoken[source] ?? {};
    const letters = run.reduce((sum, one) => sum + one.word.trim().length, 0);
    let at = word?.start ?? 0;
    const seconds = ((word?.end ?? at) - at) / Math.max(letters, 1);
    for (const one of run) {
      const until = at + one.word.trim().length * seconds;
      timed.push({ ...one, start: roundSeconds(at), end: roundSeconds(until) });
      at = until;
    }
    first = end;
  }
  return timed;
}

/** The words of an utterance with where they begin in its text. */
function located({ text, words }: { text: string; words: readonly Word[] }): { word: Word; start: number }[] {
  let from = 0;
  return words.flatMap((word) => {
    const start = text.indexOf(word.word.trim(), from);
    if (start < 0) return [];
    from = start + word.word.trim().length;
    return [{ word, start }];
  });
}
