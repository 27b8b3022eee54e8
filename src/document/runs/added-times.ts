import type { CorrectedWord } from '../../contract/transcripts/corrected-transcript.ts';
import { shareSpan } from '../words/retime-words.ts';

/** Seconds of an added word where no other is near, and at least. */
const USUAL = 0.25;
const LEAST = 0.08;

const half = (word: CorrectedWord | undefined) => (word ? (word.end - word.start) / 2 : 0);

/** Words that were added between two others, at their own time if nobody speaks then; or else between those, which give some of theirs. */
export function addedWords(
  written: readonly CorrectedWord[],
  before: CorrectedWord | undefined,
  after: CorrectedWord | undefined,
): CorrectedWord[] {
  const [first, last] = [written[0], written.at(-1)];
  if (!first || !last) return [];
  const [earliest, latest] = [before?.end ?? 0, after?.start ?? Number.POSITIVE_INFINITY];
  if (first.start >= earliest && last.end <= latest) return [...written];
  const usual = USUAL * written.length;
  let start = before ? earliest : Math.max(0, latest - usual);
  // The recording goes on as far as it went for the old words.
  let end = after ? latest : Math.max(start, Math.min(start + usual, last.end));
  const lack = () => Math.max(0, LEAST * written.length - (end - start));
  start -= Math.min(half(before), lack());
  end += Math.min(half(after), lack());
  const timed = shareSpan(
    written.map(({ word }) => word),
    start,
    Math.max(start, end),
  );
  return written.map((word, index) => ({ ...word, ...timesOf(timed[index] ?? word) }));
}

const timesOf = ({ start, end }: CorrectedWord) => ({ start, end });

/**
 * Lists of words whose times follow each other, also where they were added or replaced.
 *
 * @param own words that remain as they are where nothing was added
 */
export function inOrder(
  lists: readonly (readonly CorrectedWord[])[],
  own: ReadonlySet<CorrectedWord>,
): CorrectedWord[][] {
  const ordered = lists.map((words) => [...words]);
  let last: { words: CorrectedWord[]; at: number } | null = null;
  for (const words of ordered) {
    for (const [at, word] of words.entries()) {
      const before = last?.words[last.at];
      if (last && before && word.start < before.end && !(own.has(word) && own.has(before))) {
        if (word.start > before.start) last.words[last.at] = { ...before, end: word.start };
        else words[at] = { ...word, start: before.end, end: Math.max(word.end, before.end) };
      }
      last = { words, at };
    }
  }
  return ordered;
}
