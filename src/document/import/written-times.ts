import { LIMITS, MARKS } from './vocabulary/patterns.ts';

/** Seconds of "01:02:03,004", "02:03.004", "1:2:3:4567" or "111:06:40.000"; null for anything else. Nothing is before 0. */
export function secondsOf(time: string): number | null {
  const parts = MARKS.clock.exec(time.replaceAll(' ', ''));
  if (!parts) return null;
  const [, sign, hours, minutes = '0', innerSign, seconds = '', mark, part = '0'] = parts;
  // 60 comes from programs that round.
  if (Number(seconds) > 60 && hours !== undefined) return null;
  if (Number(minutes) > 60 && hours !== undefined) return null;
  // Two digits behind a colon are frames, three or more a fraction.
  const isFrame = (mark === ':' || mark === ';') && part.length < 3;
  const rest = isFrame ? Math.min(Number(part) / LIMITS.frames, 0.999) : Number(`0.${part}`);
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (whole > LIMITS.time) return null;
  return sign === '-' || innerSign === '-' ? 0 : Math.round((whole + rest) * 1e6) / 1e6;
}

/** Seconds of a time as people or programs write it, with the marks or units that say so; since 1970 for a moment. Null for anything else. */
export function writtenSeconds(time: string): number | null {
  const text = time.trim().replace(/^[[(](.*)[\])]$/, '$1');
  const [moment, day, clock, part = '', zone = 'Z'] = MARKS.moment.exec(text) ?? [];
  if (moment !== undefined) {
    const milliseconds = Date.parse(`${day}T${clock}${zone}`);
    return Number.isNaN(milliseconds) ? null : milliseconds / 1000 + Number(`0${part}`);
  }
  const [all, hours = 0, minutes = 0, rest = '0', half] =
    MARKS.spelledTime.exec(text) ?? MARKS.period.exec(text) ?? MARKS.halfDay.exec(text) ?? [];
  if (all === undefined) return secondsOf(text.replace(MARKS.dottedTime, '$1:$2:$3'));
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return hour * 3600 + Number(minutes) * 60 + Number(rest.replace(',', '.'));
}

/** Whether a time is one of a calendar, not of a recording. */
export const isMoment = (time: number): boolean => time >= LIMITS.calendar && time < LIMITS.beyondCalendar;

/** A time with colons, or a number in the file's own unit. */
export function timeIn(cell: string): number | null {
  const text = cell.trim();
  if (text.length > LIMITS.timeCell) return null;
  if (/^-?\d+(?:[.,]\d+)?$/.test(text)) return Math.max(0, Number(text.replace(',', '.')));
  return writtenSeconds(text);
}

/** Whether passages of these lengths, whole numbers in a unit that nothing names, are in milliseconds; in seconds otherwise. */
export function areMilliseconds(lengths: readonly number[]): boolean {
  const middle = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  return middle >= LIMITS.milliseconds;
}

type Times = Record<'start' | 'end', number | null>;
type Timed = Times & { words?: readonly Times[] | null | undefined };

/** A passage with all its times changed. */
export function withTimes<One extends Timed>(one: One, change: (time: number) => number): One {
  const changed = <Part extends Times>(part: Part): Part => ({
    ...part,
    start: part.start === null ? null : change(part.start),
    end: part.end === null ? null : change(part.end),
  });
  return { ...changed(one), ...(one.words && { words: one.words.map(changed) }) };
}

/** Whole numbers that are too far apart for seconds, in seconds. */
export function inSeconds<One extends Timed>(all: readonly One[]): One[] {
  const times = all.flatMap(({ start, end }) =>
    start === null || end === null ? [] : [[start, end] as const],
  );
  const isWhole = times.flat().every((time) => Number.isInteger(time));
  const isScaled = isWhole && areMilliseconds(times.map(([start, end]) => end - start));
  return isScaled ? all.map((one) => withTimes(one, (time) => time / 1000)) : [...all];
}
