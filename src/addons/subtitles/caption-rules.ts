import type { SubtitlesConfig } from './schema.ts';

/** Rules for every cue of a file; times in whole milliseconds, as in the formats. */
export interface CaptionRules {
  /** In columns: a full-width character takes two (UAX 11). */
  columnsPerRow: number;
  rowsPerCue: number;
  /** Minimum duration of a cue, if the surrounding speech leaves room. */
  minimumMs: number;
  maximumMs: number;
  /** Minimum gap between cues: two frames at 25 per second. */
  gapMs: number;
  /** Cues closer than this are moved to `gapMs`, so that the screen does not flicker. */
  chainMs: number;
  columnsPerSecond: number;
  /** How far a cue may move from its speech to meet the durations above. */
  leadMs: number;
  lagMs: number;
  /** Whether reading speed also justifies that, not only the minimum duration. */
  readingMovesCues: boolean;
  /** How far edges keep from a change of shots that they do not meet, and where such are; none without a picture. */
  shotMs?: number;
  shotsMs?: readonly number[];
}

/**
 * What the styles differ in where the request leaves it open. `compliance` keeps to the narrower of the usual rules: rows
 * that teletext can show (37 columns), and reading at 17 columns per second.
 */
const STYLES = {
  default: { columnsPerRow: 42, columnsPerSecond: 20, leadMs: 250, lagMs: 500, readingMovesCues: false },
  compliance: { columnsPerRow: 37, columnsPerSecond: 17, leadMs: 500, lagMs: 1000, readingMovesCues: true },
} as const satisfies Record<SubtitlesConfig['style'], Partial<CaptionRules>>;

const FRAME_MS = 1000 / 25;
const DEFAULT_MINIMUM_MS = Math.ceil((1000 * 5) / 6);
const DEFAULT_MAXIMUM_MS = 7000;

/**
 * The request's options with defaults: the columns and the reading speed of the style, 2 rows, 5/6 s to 7 s, gaps of two frames.
 *
 * If the minimum exceeds the maximum and both are given, the maximum applies; if only the minimum is given, the
 * maximum is raised to it, up to the specification's 30 s.
 */
export function captionRules(config: SubtitlesConfig): CaptionRules {
  const { minimum_duration, maximum_duration, maximum_characters_per_row, maximum_rows_per_caption } = config;
  const wishedMinimumMs =
    minimum_duration === undefined ? DEFAULT_MINIMUM_MS : Math.round(minimum_duration * 1000);
  const maximumMs =
    maximum_duration === undefined
      ? Math.min(Math.max(DEFAULT_MAXIMUM_MS, wishedMinimumMs), 30_000)
      : Math.round(maximum_duration * 1000);
  const style = STYLES[config.style];
  return {
    ...style,
    columnsPerRow: maximum_characters_per_row ?? style.columnsPerRow,
    rowsPerCue: maximum_rows_per_caption ?? 2,
    minimumMs: Math.max(Math.min(wishedMinimumMs, maximumMs), FRAME_MS),
    maximumMs,
    gapMs: 2 * FRAME_MS,
    chainMs: 500,
  };
}
