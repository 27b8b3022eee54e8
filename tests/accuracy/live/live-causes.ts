import type { LiveEngine } from '../../../src/engine/asr/live-recogniser.ts';
import type { Figure } from '../../runner/figure.ts';
import { sumWordErrors, type WordErrors } from '../word-error-rate.ts';

/**
 * A way of recognising between live text and that of whole windows. Each takes away one more thing that only live text has: the errors that
 * go with it have that cause.
 */
export interface LiveStage {
  cause: string;
  engine: LiveEngine;
}

/** The errors of one clip as it is recognised live, with each stage, and in whole windows. */
export interface ClipStages {
  live: WordErrors;
  stages: WordErrors[];
  whole: WordErrors;
}

/** What is left between the last stage and whole windows, which hold the pauses, more sound around the speech and its level. */
const LAST_CAUSE = 'cut at each pause, with little sound around it';

const KINDS = ['substitutions', 'insertions', 'deletions'] as const;

/**
 * How many errors more than whole windows live text has, by cause: together they are the difference, in words. Negative where live text is
 * the better one.
 */
export function errorsByCause(
  section: string,
  engine: string,
  stages: readonly LiveStage[],
  clips: readonly ClipStages[],
): Figure[] {
  const ways = [
    sumWordErrors(clips.map(({ live }) => live)),
    ...stages.map((_, index) => sumWordErrors(clips.map((clip) => clip.stages[index] ?? clip.whole))),
    sumWordErrors(clips.map(({ whole }) => whole)),
  ];
  return [...stages.map(({ cause }) => cause), LAST_CAUSE].map((cause, index) => {
    const more = KINDS.map((kind) => (ways[index]?.[kind] ?? 0) - (ways[index + 1]?.[kind] ?? 0));
    const kinds = more.map((count, kind) => `${KINDS[kind]?.[0] ?? ''}${signed(count)}`).join(' ');
    return {
      section,
      name: `${engine}, more errors by cause: ${cause} (${kinds})`,
      value: more.reduce((sum, count) => sum + count, 0),
      unit: 'words',
    };
  });
}

const signed = (count: number) => (count < 0 ? String(count) : `+${count}`);
