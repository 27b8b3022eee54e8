import type { FrameRate } from '../../contract/transcripts/transcript-formats.ts';

/** Frame rates of editing suites: frames in so many seconds, frames that a second of time code counts. */
const RATES = {
  '23.976': { frames: 24000, seconds: 1001, counted: 24, drops: 0 },
  '24': { frames: 24, seconds: 1, counted: 24, drops: 0 },
  '25': { frames: 25, seconds: 1, counted: 25, drops: 0 },
  '29.97': { frames: 30000, seconds: 1001, counted: 30, drops: 2 },
  '30': { frames: 30, seconds: 1, counted: 30, drops: 0 },
  '50': { frames: 50, seconds: 1, counted: 50, drops: 0 },
  '59.94': { frames: 60000, seconds: 1001, counted: 60, drops: 4 },
  '60': { frames: 60, seconds: 1, counted: 60, drops: 0 },
} as const satisfies Record<FrameRate, unknown>;

export const DEFAULT_FRAME_RATE: FrameRate = '25';

export const isDropFrame = (rate: FrameRate): boolean => RATES[rate].drops > 0;

/** Frames in a second, such as 29.97002997. */
export const framesPerSecond = (rate: FrameRate): number => RATES[rate].frames / RATES[rate].seconds;

/** Seconds as whole frames. */
export const toFrames = (seconds: number, rate: FrameRate): number =>
  Math.round((seconds * RATES[rate].frames) / RATES[rate].seconds);

/** Frames as seconds in a fraction, as FCPXML writes them: "1001/30000s". */
export function rationalSeconds(count: number, rate: FrameRate): string {
  const { frames, seconds } = RATES[rate];
  return count === 0 ? '0s' : `${count * seconds}/${frames}s`;
}

/** The frame that a time code of whole hours names. */
export function framesOfHours(hours: number, rate: FrameRate): number {
  const { counted, drops } = RATES[rate];
  return hours * (3600 * counted - 54 * drops);
}

/**
 * The time code of a frame, counted from 00:00:00:00: "01:00:05:12". At 29.97 and 59.94 frames a second it leaves out
 * the first numbers of each minute but every tenth, so that it keeps to the clock. Source: SMPTE ST 12-1.
 */
export function timecode(frame: number, rate: FrameRate): string {
  const { counted, drops } = RATES[rate];
  let number = frame;
  if (drops > 0) {
    const inMinute = 60 * counted - drops;
    const inTen = 10 * inMinute + drops;
    const rest = frame % inTen;
    number += 9 * drops * Math.floor(frame / inTen);
    if (rest >= drops) number += drops * Math.floor((rest - drops) / inMinute);
  }
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(number / counted);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two);
  return `${clock.join(':')}${drops > 0 ? ';' : ':'}${two(number % counted)}`;
}
