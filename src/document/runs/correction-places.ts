import type { CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { firstIndex } from '../../lib/first-index.ts';
import { matchWords, type Pair } from '../words/match-words.ts';
import { plainWord } from '../words/retime-words.ts';
import { type Correction, isMarked } from './corrections.ts';
import type { Stream } from './word-stream.ts';

/** Seconds by which the times of two runs differ for the same words. */
const TIMES_DIFFER = 1;

/** The new words from `start` up to before `stop`, in whose place a correction is; none if it is between two. */
export interface Place {
  start: number;
  stop: number;
  /** Whether the words before and behind it in the old run are those of the new one. */
  follows: boolean;
  precedes: boolean;
}

const middle = ({ start, end }: CorrectedWord) => (start + end) / 2;

/**
 * Where corrections belong in the new words. A correction is between the equal words around it; of what is there in the new run, it
 * replaces what was said at its time. What a new run has before or behind the very words that somebody wrote, nobody has seen: it remains.
 */
export function placesOf(
  corrections: readonly Correction[],
  machine: Stream,
  next: Stream,
  pairs: readonly Pair[],
): (Place | null)[] {
  const firstPairFrom = (word: number) => firstIndex(pairs.length, (at) => (pairs[at]?.[0] ?? 0) >= word);
  let taken = 0;
  return corrections.map(({ from, end, words }) => {
    const [firstInside, behind] = [firstPairFrom(from), firstPairFrom(end)];
    const [before, after] = [pairs[firstInside - 1], pairs[behind]];
    const inside = pairs.slice(firstInside, behind).map(([, place]) => place);
    const said = from === end ? words : machine.words.slice(from, end);
    const [first, last] = [said[0], said.at(-1)];
    if (!first || !last) return null;
    const [follows, precedes] = [before?.[0] === from - 1, after?.[0] === end];
    // Next to an equal word the place is known; otherwise the times decide.
    const earliest = first.start - (follows ? TIMES_DIFFER : 0);
    const latest = last.end + (precedes ? TIMES_DIFFER : 0);
    let start = Math.max((before?.[1] ?? -1) + 1, taken);
    let stop = after?.[1] ?? next.words.length;
    const isAround = (at: number) => {
      const time = middle(next.words[at] ?? first);
      return time >= first.start - TIMES_DIFFER && time <= last.end + TIMES_DIFFER;
    };
    const written = words.map(({ word }) => plainWord(word));
    const isHidden = words.some(({ struck, redacted }) => struck || redacted);
    const again = matchWords(isHidden ? [] : written, next.plain.slice(start, stop))
      .map(([one, other]) => [one, other + start] as const)
      .filter(([, other]) => isAround(other));
    const [isBegun, isEnded] = [again[0]?.[0] === 0, again.at(-1)?.[0] === written.length - 1];
    const known = new Set([...inside, ...again.map(([, other]) => other)]);
    const isBefore = (at: number) => isBegun || middle(next.words[at] ?? first) < earliest;
    const isBehind = (at: number) => isEnded || middle(next.words[at] ?? last) > latest;
    while (start < stop && !known.has(start) && isBefore(start)) start++;
    while (stop > start && !known.has(stop - 1) && isBehind(stop - 1)) stop--;
    const most = Math.max(stop - start, end - from);
    // Most words are others than those that somebody took out, or gave another mark.
    const isNeeded = words.length > 0 && !isMarked(machine.words.slice(from, end), words);
    if (!isNeeded && inside.length * 2 <= most) return null;
    taken = stop;
    return { start, stop, follows, precedes };
  });
}
