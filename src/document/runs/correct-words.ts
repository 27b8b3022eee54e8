import type { CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { append } from '../../lib/append.ts';
import { firstIndex } from '../../lib/first-index.ts';
import { matchWords } from '../words/match-words.ts';
import { plainWord, retimeWords } from '../words/retime-words.ts';
import { type Correction, correctionsOf } from './corrections.ts';
import type { Stream } from './word-stream.ts';

/** Seconds by which the times of two runs differ for the same words. */
const TIMES_DIFFER = 1;

/** The new words from `start` up to before `stop`, in whose place a correction stands; none if it stands between two. */
interface Place {
  start: number;
  stop: number;
}

/**
 * Where corrections belong in the new words. A correction lies between the equal words around it; of what lies there in the new run, it
 * replaces what was said at its time.
 */
function placesOf(corrections: readonly Correction[], machine: Stream, next: Stream): (Place | null)[] {
  const pairs = matchWords(machine.plain, next.plain);
  const firstPairFrom = (word: number) => firstIndex(pairs.length, (at) => (pairs[at]?.[0] ?? 0) >= word);
  const middle = ({ start, end }: CorrectedWord) => (start + end) / 2;
  let taken = 0;
  return corrections.map(({ from, end, words }) => {
    const [firstInside, behind] = [firstPairFrom(from), firstPairFrom(end)];
    const [before, after] = [pairs[firstInside - 1], pairs[behind]];
    const inside = pairs.slice(firstInside, behind).map(([, place]) => place);
    const said = from === end ? words : machine.words.slice(from, end);
    const [first, last] = [said[0], said.at(-1)];
    if (!first || !last) return null;
    // Next to an equal word the place is known; otherwise the times decide.
    const earliest = first.start - (before?.[0] === from - 1 ? TIMES_DIFFER : 0);
    const latest = last.end + (after?.[0] === end ? TIMES_DIFFER : 0);
    let start = Math.max((before?.[1] ?? -1) + 1, taken);
    let stop = after?.[1] ?? next.words.length;
    while (start < stop && middle(next.words[start] ?? first) < earliest && !inside.includes(start)) start++;
    while (stop > start && middle(next.words[stop - 1] ?? last) > latest && !inside.includes(stop - 1))
      stop--;
    const most = Math.max(stop - start, end - from);
    // Most words are others than those that somebody took out, or gave another mark.
    const isNeeded = words.length > 0 && !isMarked(machine.words.slice(from, end), words);
    if (!isNeeded && inside.length * 2 <= most) return null;
    taken = stop;
    return { start, stop };
  });
}

/** Whether words differ only in marks and capitals. */
const isMarked = (old: readonly CorrectedWord[], written: readonly CorrectedWord[]): boolean =>
  old.length === written.length &&
  written.every(
    ({ word, struck, redacted }, index) =>
      !struck && !redacted && plainWord(word) === plainWord(old[index]?.word ?? ''),
  );

/** Words that were added between two others, with times between theirs. */
function addedWords(
  written: readonly CorrectedWord[],
  before: CorrectedWord | undefined,
  after: CorrectedWord | undefined,
): CorrectedWord[] {
  const around = [before, after].filter((word) => word !== undefined);
  const texts = [before, ...written, after].flatMap((word) => (word ? [word.word] : []));
  const first = before ? 1 : 0;
  return retimeWords(around, texts).slice(first, first + written.length);
}

/** Written words in the place of others: one for one with their times. */
function replacedWords(written: readonly CorrectedWord[], old: readonly CorrectedWord[]): CorrectedWord[] {
  const timed =
    written.length === old.length
      ? old
      : retimeWords(
          old,
          written.map(({ word }) => word),
        );
  return written.map((word, index) => {
    const { start, end } = timed[index] ?? word;
    return { ...word, start, end };
  });
}

/**
 * The new machine's words of a channel with the corrections of the old ones, by the new word that each begins with. What somebody wrote is
 * right, also where the words are others now; what somebody took out of the old words says nothing about others.
 */
export function correctWords(
  machine: Stream,
  edited: Stream,
  next: Stream,
): { words: CorrectedWord[][]; carried: number } {
  const slots = next.words.map((word) => ({
    before: [] as CorrectedWord[],
    own: [word],
    after: [] as CorrectedWord[],
  }));
  let carried = 0;
  const corrections = correctionsOf(machine, edited);
  const places = placesOf(corrections, machine, next);
  for (const [index, { words }] of corrections.entries()) {
    const place = places[index];
    if (!place) continue;
    const { start, stop } = place;
    carried++;
    if (start === stop) {
      const added = addedWords(words, next.words[start - 1], next.words[start]);
      append((start === 0 ? slots[0]?.before : slots[start - 1]?.after) ?? [], added);
      continue;
    }
    const timed = replacedWords(words, next.words.slice(start, stop));
    for (const [at, slot] of slots.slice(start, stop).entries()) slot.own = at === 0 ? timed : [];
  }
  return { words: slots.map(({ before, own, after }) => [...before, ...own, ...after]), carried };
}
