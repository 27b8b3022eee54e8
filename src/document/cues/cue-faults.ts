import type { CaptionRules } from '../../addons/subtitles/caption-rules.ts';
import { columnsOf } from '../../addons/subtitles/columns-of.ts';
import type { Cue } from '../../addons/subtitles/cue.ts';
import type { SubtitlesConfig } from '../../addons/subtitles/schema.ts';
import { awayFromShot, type Edge } from '../../addons/subtitles/shot-edges.ts';
import { segmentsOf } from '../../lib/segmenter-of.ts';
import type { DocumentRules } from './document-rules.ts';
import { speakerFault } from './speaker-marks.ts';
import { type TextFault, textFaults } from './text-faults.ts';

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

export type FaultKind =
  | ('speed' | 'columns' | 'rows' | 'short' | 'long' | 'gap' | 'flicker' | 'overlap')
  | `shot-${Edge}`;

/** A rule that a cue breaks: what it has, and what the rule allows. */
export interface CueFault {
  kind: FaultKind;
  value: number;
  limit: number;
}

/** A stretch of a cue's text that breaks a rule, in UTF-16 units of its rows with line ends between them. */
export interface MarkedText {
  from: number;
  to: number;
}

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
  rules: CaptionRules & Partial<Pick<DocumentRules, 'text'>>,
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
    ...(rules.text && isFlicker(gap, rules)
      ? [{ kind: 'flicker' as const, value: gap ?? 0, limit: rules.chainMs / 1000 }]
      : []),
  ];
}

/** The edges of a cue that are near a change of shots, and do not meet it. */
export const shotFaults = ({ startMs, endMs }: Cue, rules: CaptionRules): CueFault[] =>
  (['start', 'end'] as const).flatMap((edge) => {
    const near = awayFromShot(edge, edge === 'start' ? startMs : endMs, rules);
    return near
      ? { kind: `shot-${edge}` as const, value: near.distanceMs / 1000, limit: (rules.shotMs ?? 0) / 1000 }
      : [];
  });

/** Whether a gap is longer than the one between cues that follow each other, and too short for a pause. */
const isFlicker = (gap: number | null, { gapMs, chainMs }: CaptionRules): boolean =>
  gap !== null && Math.round(gap * 1000) > gapMs + 1 && Math.round(gap * 1000) < chainMs;

/** What a guide asks of the text; nothing without one. */
export function faultsOfText(
  cue: Parameters<typeof speakerFault>[0],
  { text, language }: DocumentRules,
): TextFault[] {
  if (text === null) return [];
  return [speakerFault(cue, text) ?? [], textFaults(cue.rows.join('\n'), text, language)].flat();
}

/** The stretches of a cue's text that are too much: what is behind the widest row, the most rows, and what can be read in time. */
export function markedText({ rows }: Pick<Cue, 'rows'>, faults: readonly CueFault[]): MarkedText[] {
  const text = rows.join('\n');
  const marks: MarkedText[] = [];
  const starts = rows.map((_, index) => rows.slice(0, index).join('\n').length + (index > 0 ? 1 : 0));
  for (const { kind, value, limit } of faults) {
    if (kind === 'columns')
      for (const [index, row] of rows.entries()) {
        const fitting = fittingIn(row, limit);
        const start = starts[index] ?? 0;
        if (fitting < row.length) marks.push({ from: start + fitting, to: start + row.length });
      }
    if (kind === 'rows') marks.push({ from: starts[limit] ?? text.length, to: text.length });
    if (kind === 'speed')
      marks.push({ from: fittingIn(text, (columnsOf(text) * limit) / value), to: text.length });
  }
  return marks;
}

/** How much of a text fits into so many columns. */
function fittingIn(text: string, columns: number): number {
  let width = 0;
  let at = 0;
  for (const { segment, index } of segmentsOf(text, undefined, 'grapheme')) {
    width += columnsOf(segment);
    if (width > columns) return index;
    at = index + segment.length;
  }
  return at;
}
