import type { CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { joinsWithoutSpace } from '../../engine/transcript/unspaced-script.ts';
import { append } from '../../lib/append.ts';
import { endsSentence } from '../paragraphs.ts';
import { matchWords } from '../words/match-words.ts';
import { retimeWords } from '../words/retime-words.ts';
import { addedWords, inOrder } from './added-times.ts';
import { type Place, placesOf } from './correction-places.ts';
import { type Correction, correctionsOf } from './corrections.ts';
import { endedWords, unended } from './end-marks.ts';
import type { Stream } from './word-stream.ts';

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

/** A new word, with what is added before and behind it, and what is in its place. */
interface Slot {
  before: CorrectedWord[];
  own: CorrectedWord[];
  after: CorrectedWord[];
}

/** Whether words that were added belong to the word behind them. */
function isNearer(
  { start, follows, precedes }: Place,
  words: readonly CorrectedWord[],
  next: readonly CorrectedWord[],
): boolean {
  const [before, after, first, last] = [next[start - 1], next[start], words[0], words.at(-1)];
  if (!before || !after || !first || !last) return !before;
  if (follows !== precedes) return precedes;
  return after.start - last.end < first.start - before.end;
}

/** A correction's words with the space before them and the end of a sentence behind them, which goes from the word before them. */
function fittedWords(
  { from, end, words }: Correction,
  { start, stop, follows }: Place,
  { machine, next, slots }: { machine: Stream; next: Stream; slots: readonly Slot[] },
): CorrectedWord[] {
  const preceding = next.words[start - 1];
  const isFirst = machine.homes[from - 1] !== machine.homes[from];
  let fitted = isFirst && preceding ? spaced(words, preceding) : words;
  const [before, old, replaced] = [machine.words[from - 1], machine.words[end - 1], next.words[stop - 1]];
  if (start < stop && old && replaced && !endsSentence(old.word)) fitted = endedWords(fitted, replaced);
  const own = slots[start - 1]?.own;
  const goesOn = follows && before && !endsSentence(before.word) && fitted.length > 0;
  if (!goesOn || !own || !preceding || own.at(-1) !== preceding) return fitted;
  own.splice(-1, 1, unended(preceding));
  return endedWords(fitted, preceding);
}

/** A paragraph's first words behind another word. */
function spaced(words: readonly CorrectedWord[], { word: before }: CorrectedWord): CorrectedWord[] {
  const [first, ...rest] = words;
  if (!first || /^\s/u.test(first.word) || joinsWithoutSpace(before, first.word)) return [...words];
  return [{ ...first, word: ` ${first.word}` }, ...rest];
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
  const slots = next.words.map((word): Slot => ({ before: [], own: [word], after: [] }));
  let carried = 0;
  const pairs = matchWords(machine.plain, next.plain);
  const corrections = correctionsOf(machine, edited);
  const places = placesOf(corrections, machine, next, pairs);
  for (const [index, correction] of corrections.entries()) {
    const place = places[index];
    if (!place) continue;
    carried++;
    const { start, stop } = place;
    const ahead = slots[start]?.before;
    const isAfter = !ahead?.length && !isNearer(place, correction.words, next.words);
    const words = fittedWords(
      correction,
      { ...place, follows: place.follows && isAfter },
      { machine, next, slots },
    );
    if (start < stop) {
      const timed = replacedWords(words, next.words.slice(start, stop));
      for (const [at, slot] of slots.slice(start, stop).entries()) slot.own = at === 0 ? timed : [];
    } else {
      const behind = slots[start - 1]?.after;
      const before = ahead?.at(-1) ?? behind?.at(-1) ?? next.words[start - 1];
      append((isAfter ? behind : ahead) ?? [], addedWords(words, before, next.words[start]));
    }
  }
  const words = slots.map((slot) => [...slot.before, ...slot.own, ...slot.after]);
  return { words: inOrder(words, new Set(next.words)), carried };
}
