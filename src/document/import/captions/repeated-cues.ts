import { LIMITS, MARKS } from '../vocabulary/patterns.ts';
import type { CueWord } from './cue-markup.ts';

export interface WordedCue {
  start: number;
  end: number;
  voice: string | null;
  words: readonly CueWord[];
}

const textOf = ({ words }: WordedCue): string => words.map(({ text }) => text).join(' ');
/** Index of the first marked word; -1 if none is. */
const markedIn = ({ words }: WordedCue): number => words.findIndex(({ isMarked }) => isMarked);
const hasPart = (cue: WordedCue): boolean =>
  markedIn(cue) >= 0 && cue.words.some(({ isMarked }) => !isMarked);

/**
 * Joins cues that show the same text again and again with another word marked each time, as Whisper's `--highlight_words` writes
 * them. Each marked word begins where its cue does. What is marked in a text that is shown once is emphasis, or a name.
 */
export function withoutHighlights<Cue extends WordedCue>(cues: readonly Cue[]): readonly Cue[] {
  if (cues.filter(hasPart).length < LIMITS.markedCues) return cues;
  const joined: Cue[] = [];
  let marked = -1;
  for (const cue of cues) {
    const last = joined.at(-1);
    const at = markedIn(cue);
    // The same text said again begins at its first word.
    const goesOn =
      last && last.voice === cue.voice && textOf(last) === textOf(cue) && (at < 0 || at > marked);
    if (goesOn && cue.start - last.end <= LIMITS.cueGap && Math.max(at, marked) >= 0) {
      const startOf = (index: number) =>
        index === at ? cue.start : index === markedIn(last) ? last.start : null;
      const words = last.words.map((word, index) => ({ ...word, start: word.start ?? startOf(index) }));
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, cue.end), words };
    } else joined.push(cue);
    marked = goesOn ? Math.max(at, marked) : at;
  }
  return joined;
}

const beginsRow = (words: readonly CueWord[], at: number): boolean => words[at - 1]?.row !== words[at]?.row;

/**
 * How many words of a cue are the last ones of the cue before it.
 *
 * @param areWhole whether only whole rows of the cue before count
 */
function repeated(before: WordedCue | undefined, { start, words }: WordedCue, areWhole: boolean): number {
  if (!before || start - before.end > LIMITS.cueGap) return 0;
  for (let count = Math.min(before.words.length, words.length, LIMITS.rollingWords); count > 0; count--) {
    const from = before.words.length - count;
    if (areWhole && !beginsRow(before.words, from)) continue;
    if (words.slice(0, count).every(({ text }, at) => text === before.words[from + at]?.text)) return count;
  }
  return 0;
}

/** Whether a cue that repeats rows moves as rolling captions do: people may say the same, too. */
function moves(before: WordedCue | undefined, { start, end, words }: WordedCue, count: number): boolean {
  if (count < words.length)
    return beginsRow(words, count) || !MARKS.sentenceEnd.test(words[count - 1]?.text ?? '');
  return end - start <= LIMITS.stillCue || count < (before?.words.length ?? 0);
}

/** How many words each cue repeats of the one before; null if the file does not roll. */
function rolledCounts(cues: readonly WordedCue[], areWhole: boolean): number[] | null {
  const counts = cues.map((cue, at) => repeated(cues[at - 1], cue, areWhole));
  const again = cues
    .map((cue, at) => ({ cue, before: cues[at - 1], count: counts[at] ?? 0 }))
    .filter(({ count }) => count > 0);
  const rolling = again.filter(({ cue, before, count }) => !areWhole || moves(before, cue, count)).length;
  const growing = again.filter(({ cue, count }) => count < cue.words.length).length;
  const [fewest, share] = areWhole ? [2, LIMITS.rollingCues] : [LIMITS.fewestJoined, LIMITS.joinedCues];
  const rolls = rolling >= Math.max(fewest, (cues.length - 1) * share);
  return rolls && growing >= rolling * LIMITS.growingCues ? counts : null;
}

/**
 * Takes what a cue repeats of the one before it out of rolling captions, which show each row again while the next one comes: those
 * of YouTube's recognition and of live television. Other captions remain as they are.
 */
export function withoutRepeats<Cue extends WordedCue>(cues: readonly Cue[]): readonly Cue[] {
  const counts = rolledCounts(cues, true) ?? rolledCounts(cues, false);
  return counts ? cues.map((cue, index) => ({ ...cue, words: cue.words.slice(counts[index]) })) : cues;
}
