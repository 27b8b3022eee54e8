import { secondsOf } from './cue-times.ts';

type Attributes = ReadonlyMap<string, string>;

/** Seconds of a time expression; null for none, or one that cannot be read. */
export type TtmlClock = (time: string | undefined) => number | null;

const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** The times of a file, by the attributes of its root: "00:00:01.5", "00:00:01:12" in frames, "1.5s", "1500ms", "36f" and "15000000t". */
export function ttmlClock(root: Attributes): TtmlClock {
  const [numerator = 1, denominator = 1] = (root.get('frameratemultiplier') ?? '1 1')
    .split(/[\s:]+/)
    .map(Number);
  const frames = (Number(root.get('framerate') ?? 30) * numerator) / denominator;
  // A time code that counts all frames at 23.976 falls behind the clock; one that drops some does not.
  const isCode = root.get('timebase') === 'smpte' && !root.get('dropmode')?.startsWith('drop');
  const pace = isCode ? denominator / numerator : 1;
  const ticks = Number(root.get('tickrate') ?? (root.has('framerate') ? frames : 1));
  const secondsIn = (own: string): number | null => {
    const [, clock, frame] = /^(\d+:\d{2}:\d{2}):(\d{1,3})(?:\.\d+)?$/.exec(own) ?? [];
    if (clock !== undefined) return (secondsOf(clock) ?? 0) * pace + Number(frame) / frames;
    const [, count, unit = ''] = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/.exec(own) ?? [];
    if (count === undefined) {
      const seconds = secondsOf(own);
      return seconds === null ? null : seconds * pace;
    }
    if (unit === 'f') return Number(count) / frames;
    return unit === 't' ? Number(count) / ticks : Number(count) * (UNITS[unit] ?? 1);
  };
  return (time) => {
    const seconds = secondsIn(time?.trim() ?? '');
    return Number.isFinite(seconds) ? Math.round((seconds ?? 0) * 1e6) / 1e6 : null;
  };
}
