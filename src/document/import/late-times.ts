import type { ImportedFrom, ImportedPassage } from '../../contract/transcripts/imported-transcript.ts';
import { inEnglish, type Message, msg } from '../../lib/errors/msg.ts';
import { roundSeconds } from '../../lib/round-seconds.ts';
import { LIMITS } from './vocabulary/patterns.ts';
import { isMoment, withTimes } from './written-times.ts';

const HOUR = 3600;

/**
 * By how much a file's times are later than its recording, because they are times of day, or those of a tape that begins at ten hours; 0
 * if some of them are in the recording.
 *
 * @param duration of the recording in seconds; 0 if it is unknown
 */
export function latenessOf(passages: readonly ImportedPassage[], duration: number): number {
  const first = passages[0]?.start ?? null;
  if (duration <= 0 || first === null || first < duration || passages.some(({ start }) => start === null))
    return 0;
  const hours = Math.floor(first / HOUR) * HOUR;
  const last = passages.at(-1)?.start ?? first;
  const isOfTape = hours > 0 && first - hours <= LIMITS.lateStart && last - hours < duration;
  if (isOfTape) return hours;
  return last - first < duration ? first : 0;
}

/** A passage whose times are earlier by so many seconds. */
export const earlier = (passage: ImportedPassage, lateness: number): ImportedPassage =>
  withTimes(passage, (time) => Math.max(0, roundSeconds(time - lateness)));

type From = Pick<ImportedFrom, 'name' | 'format' | 'notes' | 'texts'>;

/** What was read, with what was done about its times among its notes. */
export function withLateness(from: From, lateness: number): From {
  const note: Message = msg`Its times begin behind the end of the recording: ${lateness.toFixed(1)} s were taken off.`;
  const english = inEnglish(note);
  if (from.notes.includes(english)) return from;
  return { ...from, notes: [...from.notes, english], texts: [...(from.texts ?? []), note] };
}

/** Passages whose times are moments of a calendar, from the first of them on, and what to say about it; null for others. */
export function sinceFirst(
  passages: readonly ImportedPassage[],
): { passages: ImportedPassage[]; note: Message } | null {
  const starts = passages.flatMap(({ start }) => start ?? []);
  const first = starts.reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY);
  if (starts.length === 0 || !isMoment(first)) return null;
  const unit = first < LIMITS.momentInMilliseconds ? 1 : 0.001;
  const scaled = (passage: ImportedPassage) => withTimes(passage, (time) => time * unit);
  return {
    passages: passages.map((passage) => earlier(scaled(passage), first * unit)),
    note: msg`Its times are dates: they were counted from the first of them.`,
  };
}
