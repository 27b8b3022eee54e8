import type { WordedCue } from './rolling-cues.ts';

/** Cues that follow each other at once; seconds. */
const LONGEST_GAP = 0.1;
/** Of those in which a part of the words is marked; fewer may be emphasis. */
const FEWEST_CUES = 3;

const textOf = ({ words }: WordedCue): string => words.map(({ text }) => text).join(' ');

/** Index of the first marked word; null if none is. */
const markedIn = ({ words }: WordedCue): number | null => {
  const at = words.findIndex(({ isMarked }) => isMarked);
  return at < 0 ? null : at;
};

const hasPart = ({ words }: WordedCue): boolean =>
  words.some(({ isMarked }) => isMarked) && words.some(({ isMarked }) => !isMarked);

/**
 * Joins cues that show the same text again and again with another word marked each time, as Whisper's `--highlight_words` writes
 * them. Each marked word begins where its cue does.
 */
export function withoutHighlights<Cue extends WordedCue & { voice: string | null }>(
  cues: readonly Cue[],
): Cue[] {
  if (cues.filter(hasPart).length < FEWEST_CUES) return [...cues];
  const runs: { cues: Cue[]; last: number | null }[] = [];
  for (const cue of cues) {
    const run = runs.at(-1);
    const before = run?.cues.at(-1);
    const at = markedIn(cue);
    const isSame =
      before !== undefined &&
      before.voice === cue.voice &&
      cue.start - before.end <= LONGEST_GAP &&
      textOf(before) === textOf(cue);
    // The same text said again begins at its first word.
    if (run && isSame && (at === null || run.last === null || at > run.last)) {
      run.cues.push(cue);
      run.last = at ?? run.last;
    } else runs.push({ cues: [cue], last: at });
  }
  return runs.flatMap((run) => (isAlone(run.cues) || run.last === null ? run.cues : [joined(run.cues)]));
}

/** What is marked in a text that is shown once is emphasis, or a name. */
const isAlone = (run: readonly WordedCue[]): boolean => run.length === 1 && run.some(hasPart);

function joined<Cue extends WordedCue>(run: readonly Cue[]): Cue {
  const [first] = run as [Cue];
  const starts = new Map(run.map((cue) => [markedIn(cue), cue.start]));
  const words = first.words.map((word, at) => ({ ...word, start: word.start ?? starts.get(at) ?? null }));
  return { ...first, end: Math.max(...run.map(({ end }) => end)), words };
}
