import type { CueWord } from './cue-markup.ts';

export interface WordedCue {
  start: number;
  end: number;
  words: readonly CueWord[];
}

/** Of a cue's words; more of them roll in no caption. */
const LONGEST_REPEAT = 100;
/** Captions that roll leave no gap; seconds. */
const LONGEST_GAP = 0.1;
/** A text that says something again now and then, "No. No.", does not roll. */
const ROLLING_SHARE = 0.5;
/** One that says the same in cue after cue does not either: what rolls has something new each time, or each second time. */
const GROWING_SHARE = 0.3;

/** How many words of a cue are the last ones of the cue before it. */
function repeated(before: WordedCue | undefined, { start, words }: WordedCue): number {
  if (!before || start - before.end > LONGEST_GAP) return 0;
  for (let count = Math.min(before.words.length, words.length, LONGEST_REPEAT); count > 0; count--) {
    const from = before.words.length - count;
    if (words.slice(0, count).every(({ text }, at) => text === before.words[from + at]?.text)) return count;
  }
  return 0;
}

/**
 * Takes what a cue repeats of the one before it out of rolling captions, which show each row again while the next one comes: those
 * of YouTube's recognition and of live television. Other captions stay as they are.
 */
export function withoutRepeats<Cue extends WordedCue>(cues: readonly Cue[]): readonly Cue[] {
  const counts = cues.map((cue, index) => repeated(cues[index - 1], cue));
  const rolling = counts.filter((count) => count > 0).length;
  const growing = cues.filter(
    ({ words }, index) => (counts[index] ?? 0) > 0 && (counts[index] ?? 0) < words.length,
  );
  const rolls = rolling > 1 && rolling >= (cues.length - 1) * ROLLING_SHARE;
  if (!rolls || growing.length < rolling * GROWING_SHARE) return cues;
  return cues.map((cue, index) => ({ ...cue, words: cue.words.slice(counts[index]) }));
}
