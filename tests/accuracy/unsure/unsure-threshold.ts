import type { JudgedWord } from '../left-out-loss.ts';

/** Words that a threshold marks, and how many of them are wrong. */
export interface Marks {
  marked: number;
  wrong: number;
}

/** Thresholds that are tried. */
export const STEPS = Array.from({ length: 19 }, (_, index) => (index + 1) / 20);

/** What a threshold marks: the words whose confidence is below it. */
export function marksOf(words: readonly JudgedWord[], threshold: number): Marks {
  const marked = words.filter(({ confidence }) => confidence < threshold);
  return { marked: marked.length, wrong: marked.filter(({ right }) => !right).length };
}

/** The highest threshold of which at least this share of the marked words is wrong; 0, which marks nothing, if there is none. */
export const chooseThreshold = (words: readonly JudgedWord[], share: number): number =>
  STEPS.findLast((step) => {
    const { marked, wrong } = marksOf(words, step);
    return marked > 0 && wrong >= share * marked;
  }) ?? 0;

/** Marks of clips by a threshold that was chosen on all others: leaves each clip out once. */
export function leftOutMarks(clips: readonly (readonly JudgedWord[])[], share: number): Marks {
  const sum = { marked: 0, wrong: 0 };
  for (const [index, clip] of clips.entries()) {
    const others = clips.flatMap((other, at) => (at === index ? [] : other));
    const { marked, wrong } = marksOf(clip, chooseThreshold(others, share));
    sum.marked += marked;
    sum.wrong += wrong;
  }
  return sum;
}
