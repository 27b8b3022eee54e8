import { turnsOf } from '../speaker-turns.ts';
import type { FollowedWindow } from './follow-voices.ts';
import type { WindowFrames } from './window-frames.ts';

/** How sure it is who speaks in a stretch of a channel; in seconds of the file. */
export interface SureStretch {
  channel: number;
  start: number;
  end: number;
  /** Chance that the speaker is right, 0 to 1. */
  confidence: number;
}

/** A line in log-odds, fitted to the frames of the dialogues that thresholds are chosen with. */
const OFFSET = 0.07;
const SLOPE = 5.7;
/** Steps of the chance: neighbouring frames of one step are one stretch. */
const STEPS = 20;

/** Chance that a person is right whose voice is more similar than the next one by so much. */
export const chanceOf = (margin: number): number => 1 / (1 + Math.exp(-(OFFSET + SLOPE * margin)));

/** In order of start; without the frames in which nobody speaks. */
export function surenessOf(
  window: WindowFrames | undefined,
  { margins }: FollowedWindow,
  channel: number,
): SureStretch[] {
  if (!window) return [];
  const rows = new Map<number, Uint8Array>();
  window.counts.forEach((count, frame) => {
    if (count === 0) return;
    const step = Math.round(chanceOf(margins[frame] ?? 0) * STEPS);
    const row = rows.get(step) ?? new Uint8Array(window.counts.length);
    row[frame] = 1;
    rows.set(step, row);
  });
  return turnsOf(rows, window.speakers).map(({ speaker: step, start, end }) => ({
    channel,
    start,
    end,
    confidence: step / STEPS,
  }));
}
