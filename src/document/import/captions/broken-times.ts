import { numberIn } from './cue-number.ts';
import { secondsOf, type TimeLine } from './cue-times.ts';

/** A whole time with its fraction: nobody says it, and it has a line to itself only where a cue's times stand. */
const WHOLE_TIME = /\d{1,3}:\d{2}:\d{2}[.,]\d{1,3}|(?<![\d:])\d{2}:\d{2}\.\d{3}/g;

/** Where a line stands that may be meant as one of times. */
export interface TimesPlace {
  /** The two lines above; empty above the first line. */
  above: string;
  farAbove: string;
  /** Whether the line above is one of times: this one is its text. */
  isText: boolean;
  /** The number of the cue that comes next; null if the file has none so far. */
  expected: number | null;
}

const isBlank = (line: string): boolean => line.trim() === '';

/**
 * A line that stands where the times of a cue must, and is none: with those times that can be read, or null for none of them.
 * Undefined for a line that is text.
 */
export function brokenTimes(
  line: string,
  format: 'srt' | 'vtt',
  { above, farAbove, isText, expected }: TimesPlace,
): TimeLine | null | undefined {
  if (isText || isBlank(line)) return undefined;
  const number = numberIn(above);
  const isNext = number !== null && number === expected;
  const isApart = isBlank(above) || (isBlank(farAbove) && (format === 'vtt' || number !== null));
  // WebVTT has no text with an arrow; SubRip may.
  if (line.includes('-->') && (isNext || (isApart && format === 'vtt'))) return wholeTimes(line);
  if (!isNext && !isApart) return undefined;
  return wholeTimes(line) ?? undefined;
}

/** The times of a line that has nothing else but marks. */
function wholeTimes(line: string): TimeLine | null {
  const [start, end = '', ...more] = line.match(WHOLE_TIME) ?? [];
  const from = secondsOf(start ?? '');
  if (from === null || more.length > 0 || /[\p{L}\p{N}]/u.test(line.replaceAll(WHOLE_TIME, ''))) return null;
  return { start: from, end: secondsOf(end), text: '' };
}
