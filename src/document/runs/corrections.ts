import type { CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { matchWords } from '../words/match-words.ts';
import { plainWord } from '../words/retime-words.ts';
import type { Stream } from './word-stream.ts';

/** A run of the machine's words, and what somebody wrote in its place. */
export interface Correction {
  from: number;
  end: number;
  words: CorrectedWord[];
}

/** Whether words differ only in marks and capitals. */
export const isMarked = (old: readonly CorrectedWord[], written: readonly CorrectedWord[]): boolean =>
  old.length === written.length &&
  written.every(
    ({ word, struck, redacted }, index) =>
      !struck && !redacted && plainWord(word) === plainWord(old[index]?.word ?? ''),
  );

/** What was corrected of the machine's words: replaced, taken out or added. */
export function correctionsOf(machine: Stream, edited: Stream): Correction[] {
  const [ranges, editedRanges] = [rangesOf(machine), rangesOf(edited)];
  const areSame = [...ranges.keys()].join(' ') === [...editedRanges.keys()].join(' ');
  if (!areSame) return correctionsIn(machine, edited, [0, machine.words.length], [0, edited.words.length]);
  // Paragraph by paragraph: a line that is written anew has words of its neighbours by chance.
  return [...ranges].flatMap(([home, range]) =>
    correctionsIn(machine, edited, range, editedRanges.get(home) ?? [0, 0]),
  );
}

type Range = readonly [from: number, end: number];

/** The words of each paragraph. */
function rangesOf({ homes }: Stream): Map<string, Range> {
  const ranges = new Map<string, Range>();
  for (const [at, home] of homes.entries()) ranges.set(home, [ranges.get(home)?.[0] ?? at, at + 1]);
  return ranges;
}

function correctionsIn(
  machine: Stream,
  edited: Stream,
  [from, end]: Range,
  [editedFrom, editedEnd]: Range,
): Correction[] {
  const corrections: Correction[] = [];
  let [machineAt, editedAt] = [from, editedFrom];
  const pairs = matchWords(machine.plain.slice(from, end), edited.plain.slice(editedFrom, editedEnd)).map(
    ([one, other]) => [one + from, other + editedFrom] as const,
  );
  for (const [one, other] of [...pairs, [end, editedEnd] as const]) {
    if (one > machineAt || other > editedAt)
      corrections.push({ from: machineAt, end: one, words: edited.words.slice(editedAt, other) });
    const [before, after] = [machine.words[one], edited.words[other]];
    const isPair = one < end && other < editedEnd;
    if (isPair && before && after && (before.word !== after.word || after.struck || after.redacted))
      corrections.push({ from: one, end: one + 1, words: [after] });
    [machineAt, editedAt] = [one + 1, other + 1];
  }
  return corrections;
}
