import { secondsOf } from './cue-times.ts';

const FIRST_STAMPS = /^[ \t]*\[(\d[\d:.]*)\]/gm;
/** "00:21:50": hours, minutes and seconds, or minutes, seconds and hundredths. */
const THREE_PARTS = /^(\d{1,3}:\d{2}):(\d{2})$/;

const withHundredths = (stamp: string): string => stamp.replace(THREE_PARTS, '$1.$2');

/** How often times go back. */
const stepsBack = (times: readonly (number | null)[]): number =>
  times.filter((time, at) => (time ?? 0) < (times[at - 1] ?? 0)).length;

/**
 * The times of lyrics. Three numbers end with hundredths where other stamps of the file have minutes and seconds, or no clock has such
 * seconds; and with seconds where only then the times go on.
 */
export function lyricClock(content: string): (stamp: string) => number | null {
  const stamps = Array.from(content.matchAll(FIRST_STAMPS), ([, stamp = '']) => stamp);
  const three = stamps.flatMap((stamp) => THREE_PARTS.exec(stamp)?.[2] ?? []);
  const isMixed = three.length > 0 && three.length < stamps.length;
  const hasHundredths =
    three.some((part) => Number(part) > 60) ||
    (isMixed &&
      stepsBack(stamps.map((one) => secondsOf(withHundredths(one)))) <= stepsBack(stamps.map(secondsOf)));
  return hasHundredths ? (stamp) => secondsOf(withHundredths(stamp)) : secondsOf;
}
