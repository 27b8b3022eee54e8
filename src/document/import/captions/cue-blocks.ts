import { withAsciiDigits } from '../../../lib/ascii-digit.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import { badImport, type ImportNotes, quoted } from '../bad-import.ts';
import { LIMITS, MARKS, REWRITE } from '../vocabulary/patterns.ts';
import { areNamed, isNameLike } from '../voices/names.ts';
import { secondsOf } from '../written-times.ts';
import type { RowedCue } from './cue-passages.ts';

export type CaptionFormat = 'srt' | 'vtt';

/** A cue as the file has it. */
export interface CueBlock {
  start: number;
  end: number;
  /** With their markup; none is empty. */
  rows: string[];
}

/**
 * A line in which times are looked for: with single spaces, ASCII digits and narrow marks. Lines without an arrow remain as they are.
 */
function plainTimes(raw: string): string {
  const line = REWRITE.times(raw);
  if (!MARKS.arrow.test(line)) return line;
  const spaced = line.replaceAll(/\s+/gu, ' ');
  if (!MARKS.foreignTimes.test(spaced)) return spaced;
  return withAsciiDigits(spaced.normalize('NFKC')).replaceAll('٫', '.').replaceAll('،', ',');
}

interface TimeLine {
  start: number;
  /** Null if it cannot be read. */
  end: number | null;
  /** What a program wrote on the same line as the times. */
  text: string;
}

/** A line of times; null if it is none, even if it is meant to be one. The white space of a line is single spaces. */
function readTimeLine(line: string): TimeLine | null {
  const [, from, until = '', rest = '', alone = ''] = MARKS.cueTimes.exec(line) ?? [];
  const start = secondsOf(from ?? alone);
  if (start === null) return null;
  const isSettings = rest.split(' ').every((part) => part === '' || MARKS.cueSetting.test(part));
  return { start, end: secondsOf(until), text: isSettings ? '' : rest };
}

/** Whether a line is meant to be one of times. */
const looksLikeTimes = (line: string): boolean =>
  /^ ?-?\d[\w:.,; -]*-{1,3}>/u.test(line) || /^[\d:.,; ]*-->[\d:.,; ]*$/u.test(line);

/** The number of a cue that a line is; null for anything else. */
const numberIn = (line: string): number | null =>
  /^ *#?\p{Nd}{1,9}[.)]? *$/u.test(line)
    ? Number.parseInt(withAsciiDigits(line).replaceAll(/\D/g, ''), 10)
    : null;

/** A line of times, and the lines until the next one. */
interface Block {
  /** Counted from 1. */
  line: number;
  /** Null before the first line of times, and where the times cannot be read. */
  times: TimeLine | null;
  lines: string[];
}

/** CR CR LF is what a file has that was converted twice. Times are looked for in lines with single spaces. */
const linesOf = (content: string): string[] =>
  content
    .replaceAll('\uFEFF', '')
    .split(/\r{0,3}\n|\r/)
    .map((line) => plainTimes(line).trimEnd());

const isBlank = (line: string): boolean => line.trim() === '';

/**
 * Reads the times of a line by the line above and the number that the next cue should have, null in a file without. Null for a line that is
 * meant to have some, and of which none can be read; undefined for a text.
 */
function timesReader(lines: readonly string[], format: CaptionFormat) {
  const usual = lines.find((line) => line.includes('-->') && readTimeLine(line) !== null);
  const hasFraction = MARKS.fraction.test(usual ?? '');
  return (line: string, above: string, expected: number | null): TimeLine | null | undefined => {
    const hasArrow = line.includes('-->');
    const isUsual = hasArrow && (!hasFraction || MARKS.fraction.test(line));
    const number = numberIn(above);
    // People say "from 10:00 --> 11:00", too: times are like the first ones of their file, or where a cue begins.
    if (usual === undefined || isUsual || isBlank(above) || number !== null) {
      const times = readTimeLine(line);
      if (times || looksLikeTimes(line)) return times;
    }
    // WebVTT has no text with an arrow; SubRip may.
    const isNext = expected !== null && number === expected;
    return hasArrow && (isNext || (format === 'vtt' && isBlank(above))) ? null : undefined;
  };
}

/** Cuts the lines at those of times; without header, notes and styles of WebVTT. */
function blocksOf(lines: readonly string[], format: CaptionFormat, notes: ImportNotes): Block[] {
  const blocks: Block[] = [{ line: 1, times: null, lines: [] }];
  let aside: 'header' | 'block' | null = null;
  let expected: number | null = null;
  const timesAt = timesReader(lines, format);
  lines.forEach((line, index) => {
    const above = lines[index - 1] ?? '';
    const isFirst = above === '';
    if (line === '') aside = null;
    // Segments of a stream that were put into one file have their headers between.
    else if (isFirst && /^WEBVTT(?:\s|$)/i.test(line)) aside = 'header';
    else if (isFirst && format === 'vtt' && MARKS.vttAside.test(line)) aside = 'block';
    if (aside === 'block') return;
    const times = timesAt(line, above, expected);
    if (times !== undefined) {
      aside = null;
      if (!times) notes.add(index + 1, msg`${quoted(line)} is no pair of times, and its cue was left out`);
      blocks.push({ line: index + 1, times, lines: times?.text ? [times.text] : [] });
      const number = numberIn(above);
      expected = number === null ? null : number + 1;
    } else if (aside === null) blocks.at(-1)?.lines.push(line);
  });
  return blocks;
}

/**
 * Takes the number or the name of the next cue from the lines before its times. Where empty lines are between, or where a file that was cut
 * off ends, it must be the number that the cue should have.
 *
 * @param expected that number; null in a file without
 */
function withoutNextName(
  { lines, times }: Block,
  { format, expected, isLast }: { format: CaptionFormat; expected: number | null; isLast: boolean },
): void {
  const at = lines.findLastIndex((line) => !isBlank(line));
  const number = numberIn(lines[at] ?? '');
  const isApart = at > 0 ? isBlank(lines[at - 1] ?? '') : times === null && !isLast;
  const isExpected = isApart && number !== null && number === expected;
  if (at < 0 || !(isExpected || (!isLast && at === lines.length - 1))) return;
  if (number === null ? isApart && format === 'vtt' : expected !== null || isApart) lines.length = at;
}

/**
 * The end of a cue whose own is missing, or not after its start: when it has been read, or the next one begins.
 *
 * @param next start of the next cue; undefined behind the last one
 */
export function mendedEnd(
  { start, rows }: Omit<RowedCue, 'end' | 'voice'>,
  next: number | undefined,
): number {
  const end = start + Math.max(LIMITS.shortestCue, rows.join(' ').length / LIMITS.readingSpeed);
  return roundSeconds(next !== undefined && next > start ? Math.min(end, next) : end);
}

/** Whether programs wrote who speaks behind the times: before a colon, or as names that come again. */
function areNamesBehind(blocks: readonly Block[]): boolean {
  const ends = blocks.flatMap(({ times, lines }) =>
    times?.text ? [lines.filter((row) => !isBlank(row))] : [],
  );
  if (ends.some((rows) => rows.length < 2)) return false;
  return (
    ends.every(([text = '']) => MARKS.nameEnd.test(text) && isNameLike(text.replace(MARKS.nameEnd, ''))) ||
    areNamed(ends)
  );
}

/**
 * The cues of a SubRip or WebVTT file. A cue lasts until the next line of times, whatever empty lines are between, or are not.
 * What is broken is mended or left out, which the notes say. Throws AppError 400 if there is no cue.
 */
export function cueBlocks(
  name: string,
  content: string,
  notes: ImportNotes,
  format: CaptionFormat,
): CueBlock[] {
  const blocks = blocksOf(linesOf(content), format, notes);
  const [head, ...all] = blocks;
  const first = numberIn(head?.lines.findLast((line) => !isBlank(line)) ?? '');
  for (const [index, block] of blocks.entries()) {
    const expected = first === null ? null : first + index;
    withoutNextName(block, { format, expected, isLast: index === all.length });
  }
  const stray = head?.lines.find((line) => !isBlank(line));
  if (all.every(({ times }) => times === null)) {
    const reason =
      stray === undefined && all.length === 0
        ? msg`it has no text`
        : msg`it has no line of times such as 00:01:02,500 --> 00:01:04,000`;
    throw badImport(name, null, reason);
  }
  if (stray !== undefined)
    notes.add(null, msg`${quoted(stray)} stands before the first cue, and was left out`);
  const areNames = areNamesBehind(all);
  return all.flatMap(({ times, lines, line }, index): CueBlock[] => {
    const rows = lines.filter((row) => !isBlank(row));
    if (areNames && times?.text) rows.splice(0, 2, `<v ${times.text.replace(MARKS.nameEnd, '')}>${rows[1]}`);
    if (!times || rows.length === 0) return [];
    const { start, end } = times;
    if (end !== null && end > start) return [{ start, end, rows }];
    const mended = mendedEnd({ start, rows }, all[index + 1]?.times?.start);
    notes.add(line, msg`the cue does not end after its start, and got an end at ${mended.toFixed(3)} s`);
    return [{ start, end: mended, rows }];
  });
}
