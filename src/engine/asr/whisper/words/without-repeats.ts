/** A new word, with the place in the sound that its first token attends to most; seconds. */
export interface AttendedWord {
  word: { word: string; start: number; end: number };
  attended: number;
}

/** Attention that is so much before that of an earlier word went back, seconds. */
const BACK_SECONDS = 0.5;
/** Nobody says words faster, seconds each: what has less sound of its own says that of others again. */
const FASTEST_SECONDS = 0.12;

/** What two words are compared by. */
export const letters = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether the first word behind a cut is the last one before it: on both sides of the cut, without sound for two. */
export function isOnBothSides(
  last: AttendedWord['word'] | undefined,
  first: AttendedWord['word'] | undefined,
): boolean {
  if (!last || !first || letters(last.word) !== letters(first.word)) return false;
  return first.end - last.start < 2 * FASTEST_SECONDS;
}

/**
 * Words without those that say once more what was said: their attention goes back, until it passes the furthest place, and no sound is left for
 * them. A person who repeats a word says it at a place of its own. So it is with a single word that is the one before it again.
 *
 * @param furthest place that the words before them attend to, seconds
 * @param before the last word before them
 */
export function withoutRepeats<New extends AttendedWord>(
  words: readonly New[],
  furthest: number,
  before = '',
): New[] {
  const kept: New[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (!word) break;
    let next = at + 1;
    if (word.attended < furthest - BACK_SECONDS) {
      while (next < words.length && (words[next]?.attended ?? 0) <= furthest + FASTEST_SECONDS) next++;
      const last = words[next - 1] ?? word;
      if (last.word.end - word.word.start < FASTEST_SECONDS * (next - at)) {
        at = next;
        continue;
      }
      next = at + 1;
    }
    const isAgain = letters(word.word.word) === letters(kept.at(-1)?.word.word ?? before);
    if (isAgain && word.word.end - word.word.start < FASTEST_SECONDS) {
      at++;
      continue;
    }
    kept.push(word);
    furthest = Math.max(furthest, word.attended);
    at = next;
  }
  return kept;
}
