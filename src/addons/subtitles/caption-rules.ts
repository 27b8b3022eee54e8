import type { SubtitlesConfig } from '../../contract/request-configs.ts';

/** What every cue of a file obeys; times in whole milliseconds, as the formats have them. */
export interface CaptionRules {
  /** In columns: a full-width sign takes two (UAX 11). */
  columnsPerRow: number;
  rowsPerCue: number;
  /** A cue stays at least so long, where the speech around it leaves room. */
  minimumMs: number;
  maximumMs: number;
  /** Between the end of a cue and the start of the next: two frames of 25 a second. */
  gapMs: number;
  /** Two cues that are nearer to each other than this are brought to `gapMs`, so that the screen does not flicker. */
  chainMs: number;
  columnsPerSecond: number;
  /** A cue may come so much before or after its speech, for the sake of the times above. */
  leadMs: number;
  lagMs: number;
  /** Whether it may do so for reading speed too, not only for the minimum duration. */
  readingMovesCues: boolean;
}

const FRAME_MS = 1000 / 25;
const DEFAULT_MINIMUM_MS = Math.ceil((1000 * 5) / 6);
const DEFAULT_MAXIMUM_MS = 7000;

/**
 * The request's options with defaults for those it leaves out: 42 columns, 2 rows, 5/6 s to 7 s, gaps of two frames, 20
 * columns a second.
 *
 * A minimum above the maximum: where both are given, the maximum holds; where only the minimum is given, the maximum
 * is raised to it, at most to the 30 s that the specification knows.
 */
export function captionRules(config: SubtitlesConfig): CaptionRules {
  const { minimum_duration, maximum_duration, maximum_characters_per_row, maximum_rows_per_caption } = config;
  const wishedMinimumMs =
    minimum_duration === undefined ? DEFAULT_MINIMUM_MS : Math.round(minimum_duration * 1000);
  const maximumMs =
    maximum_duration === undefined
      ? Math.min(Math.max(DEFAULT_MAXIMUM_MS, wishedMinimumMs), 30_000)
      : Math.round(maximum_duration * 1000);
  const strict = config.style === 'compliance';
  return {
    columnsPerRow: maximum_characters_per_row ?? 42,
    rowsPerCue: maximum_rows_per_caption ?? 2,
    minimumMs: Math.max(Math.min(wishedMinimumMs, maximumMs), FRAME_MS),
    maximumMs,
    gapMs: 2 * FRAME_MS,
    chainMs: 500,
    columnsPerSecond: 20,
    leadMs: strict ? 500 : 250,
    lagMs: strict ? 1000 : 500,
    readingMovesCues: strict,
  };
}
