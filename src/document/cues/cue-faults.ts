import { type CaptionRules, captionRules } from '../../addons/subtitles/caption-rules.ts';
import { columnsOf } from '../../addons/subtitles/columns-of.ts';
import type { Cue } from '../../addons/subtitles/cue.ts';
import { type SubtitlesConfig, subtitlesConfig } from '../../addons/subtitles/schema.ts';

export type { CaptionRules, SubtitlesConfig };

/** What a reader of captions feels; seconds, and columns as in the rules. */
export interface CueFigures {
  seconds: number;
  columnsPerSecond: number;
  /** Columns of the longest row. */
  columns: number;
  rows: number;
  /** Seconds until the next cue, negative where they overlap; null for the last one. */
  gap: number | null;
}

export type FaultKind = 'speed' | 'columns' | 'rows' | 'short' | 'long' | 'gap' | 'overlap';

/** A rule that a cue breaks: what it has, and what the rule allows. */
export interface CueFault {
  kind: FaultKind;
  value: number;
  limit: number;
}

/** The rules that a job was given for its captions, or the usual ones. */
export const rulesFor = (config: SubtitlesConfig | undefined): CaptionRules =>
  captionRules(config ?? subtitlesConfig.parse({}));

/** The figures of a cue before another one. */
export function cueFigures({ startMs, endMs, rows }: Cue, next: Cue | undefined): CueFigures {
  const widths = rows.map(columnsOf);
  const seconds = (endMs - startMs) / 1000;
  const columns = widths.reduce((sum, width) => sum + width, 0);
  return {
    seconds,
    columnsPerSecond: Math.round((columns / Math.max(seconds, 0.001)) * 10) / 10,
    columns: widths.reduce((most, width) => Math.max(most, width), 0),
    rows: rows.length,
    gap: next ? (next.startMs - endMs) / 1000 : null,
  };
}

/** The rules that a cue breaks, in the order in which people look at them. */
export function cueFaults(
  { seconds, columnsPerSecond, columns, rows, gap }: CueFigures,
  rules: CaptionRules,
): CueFault[] {
  const above = (kind: FaultKind, value: number, limit: number) =>
    value > limit ? [{ kind, value, limit }] : [];
  const below = (kind: FaultKind, value: number, limit: number) =>
    value < limit ? [{ kind, value, limit }] : [];
  return [
    ...above('speed', columnsPerSecond, rules.columnsPerSecond),
    ...above('columns', columns, rules.columnsPerRow),
    ...above('rows', rows, rules.rowsPerCue),
    ...below('short', seconds, rules.minimumMs / 1000),
    ...above('long', seconds, rules.maximumMs / 1000),
    ...(gap === null ? [] : gap < 0 ? below('overlap', gap, 0) : below('gap', gap, rules.gapMs / 1000)),
  ];
}
