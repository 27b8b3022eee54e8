import { breakCost } from './break-cost.ts';
import type { CaptionRun } from './caption-piece.ts';
import type { CaptionRules } from './caption-rules.ts';
import type { CueWord } from './cue.ts';
import {
  columnsOf,
  filledRows,
  fitsRow,
  layRows,
  type MeasuredRun,
  measureRun,
  twoRowCost,
} from './row-layout.ts';

/** A cue before its times are settled: its text and when it was said. */
export interface SpokenCue {
  /** Start and end of the speech in milliseconds. */
  startMs: number;
  endMs: number;
  rows: string[];
  /** The words of each row. */
  words: CueWord[][];
  columns: number;
  voice: string | null;
}

/** Costs of a cue, on the scale of `breakCost`. */
const COST = {
  /** Per cue. */
  cue: 60,
  /** Per sentence end inside it. */
  innerEnd: 20,
  /** For part of a sentence beside the end of another. */
  mixedSentences: 90,
  /** Per second of silence inside, beyond an initial allowance. */
  innerPause: 90,
  /** For the missing share of the minimum duration. */
  tooShort: 400,
  /** For the missing share of reading time. */
  tooFast: 150,
};
const FREE_PAUSE_MS = 400;
const MOST_TOO_FAST = 4;

/** Prefix sums over a run of everything a cue's cost depends on. */
interface CostedRun extends MeasuredRun {
  sentenceEnds: readonly number[];
  silenceMs: readonly number[];
  /** When the next voice starts. */
  nextRunMs: number;
}

function sumsOf<Item>(items: readonly Item[], value: (item: Item, index: number) => number): number[] {
  const sums = [0];
  for (const [index, item] of items.entries()) sums.push((sums.at(-1) ?? 0) + value(item, index));
  return sums;
}

function costRun({ pieces }: CaptionRun, nextRunMs: number): CostedRun {
  const breaks = pieces.map((piece, index) => {
    const before = pieces[index - 1];
    return before ? breakCost(before, piece, { earlier: pieces[index - 2], later: pieces[index + 1] }) : 0;
  });
  return {
    ...measureRun(pieces, breaks),
    sentenceEnds: sumsOf(pieces, ({ endsSentence }) => (endsSentence ? 1 : 0)),
    silenceMs: sumsOf(pieces, ({ endMs }, index) => {
      const pause = (pieces[index + 1]?.startMs ?? endMs) - endMs;
      return Math.max(pause - FREE_PAUSE_MS, 0);
    }),
    nextRunMs,
  };
}

/** Cost of the times if the pieces `from` to `to` form a cue. */
function timeCost(run: CostedRun, from: number, to: number, rules: CaptionRules): number {
  const start = run.pieces[from]?.startMs ?? 0;
  const end = run.pieces[to - 1]?.endMs ?? start;
  const nextStart = run.pieces[to]?.startMs ?? run.nextRunMs;
  const roomMs = Math.min(Math.max(nextStart - rules.gapMs - start, 1), rules.maximumMs);
  const readingMs = (columnsOf(run, from, to) / rules.columnsPerSecond) * 1000;
  const silence = (run.silenceMs[to - 1] ?? 0) - (run.silenceMs[from] ?? 0);
  const lackingShare = Math.max(1 - Math.max(roomMs, end - start) / rules.minimumMs, 0);
  const tooFast = Math.min(Math.max(readingMs / roomMs - 1, 0), MOST_TOO_FAST);
  return (
    COST.tooShort * lackingShare +
    COST.tooFast * tooFast * (rules.readingMovesCues ? 3 : 1) +
    (COST.innerPause * silence) / 1000
  );
}

/** Cost of its text: a break inside a sentence at its end, and mixed sentences. */
function textCost({ pieces, breaks, sentenceEnds }: CostedRun, from: number, to: number): number {
  const inner = (sentenceEnds[to - 1] ?? 0) - (sentenceEnds[from] ?? 0);
  const isWhole = to === pieces.length || (pieces[to - 1]?.endsSentence ?? false);
  const beginsSentence = from === 0 || (pieces[from - 1]?.endsSentence ?? false);
  const mixed = inner > 0 ? (isWhole ? 0 : 1) + (beginsSentence ? 0 : 1) : 0;
  return (to < pieces.length ? (breaks[to] ?? 0) : 0) + COST.innerEnd * inner + COST.mixedSentences * mixed;
}

function rowCost(
  run: CostedRun,
  { from, to, rows }: { from: number; to: number; rows: number },
  rules: CaptionRules,
): number {
  // More than two rows are laid out properly only once the cue is chosen: trying them all would take too long.
  return rows === 2 ? twoRowCost(run, from, to, rules.columnsPerRow) : 0;
}

/** Cue boundaries of a run with the lowest total cost. */
function cheapestCuts(run: CostedRun, rules: CaptionRules): { from: number; to: number }[] {
  const { pieces } = run;
  const best = [{ cost: 0, from: 0 }];
  for (let from = 0; from < pieces.length; from++) {
    const soFar = best[from]?.cost ?? 0;
    let rows = 1;
    let rowStart = from;
    for (let to = from + 1; to <= pieces.length; to++) {
      if (!fitsRow(run, rowStart, to, rules.columnsPerRow)) {
        rows++;
        rowStart = to - 1;
      }
      const spokenMs = (pieces[to - 1]?.endMs ?? 0) - (pieces[from]?.startMs ?? 0);
      if (to - from > 1 && (rows > rules.rowsPerCue || spokenMs > rules.maximumMs)) break;
      const cost =
        soFar +
        COST.cue +
        textCost(run, from, to) +
        timeCost(run, from, to, rules) +
        rowCost(run, { from, to, rows }, rules);
      if (cost < (best[to]?.cost ?? Number.POSITIVE_INFINITY)) best[to] = { cost, from };
    }
  }
  const cuts: { from: number; to: number }[] = [];
  for (let to = pieces.length; to > 0; ) {
    const from = best[to]?.from ?? to - 1;
    cuts.push({ from, to });
    to = from;
  }
  return cuts.reverse();
}

function textOf({ pieces }: MeasuredRun, from: number, to: number): string {
  return pieces
    .slice(from, to)
    .map(({ text, spaceBefore }, index) => (index > 0 && spaceBefore ? ` ${text}` : text))
    .join('');
}

/**
 * Divides uninterrupted speech of one voice into cues, and each cue into rows, by dynamic programming: of all
 * divisions within the limits for rows, columns and maximum duration, the cheapest. Costs arise from breaks that
 * separate what belongs together, cues too short or too fast to read before the next, silence inside a cue, mixed
 * sentences and uneven rows.
 *
 * @param nextRunMs when the next voice starts; `Infinity` after the last
 */
export function divideIntoCues(run: CaptionRun, nextRunMs: number, rules: CaptionRules): SpokenCue[] {
  const costed = costRun(run, nextRunMs);
  return cheapestCuts(costed, rules).map(({ from, to }) => {
    const rows = filledRows(costed, from, to, rules.columnsPerRow);
    const starts = layRows(costed, { from, to, rows, columnsPerRow: rules.columnsPerRow })?.starts ?? [];
    const borders = [from, ...starts, to];
    return {
      startMs: run.pieces[from]?.startMs ?? 0,
      endMs: run.pieces[to - 1]?.endMs ?? 0,
      rows: borders.slice(0, -1).map((start, row) => textOf(costed, start, borders[row + 1] ?? to)),
      words: borders
        .slice(0, -1)
        .map((start, row) =>
          run.pieces
            .slice(start, borders[row + 1] ?? to)
            .map(({ text, startMs, endMs }) => ({ text, startMs, endMs })),
        ),
      columns: columnsOf(costed, from, to),
      voice: run.voice,
    };
  });
}
