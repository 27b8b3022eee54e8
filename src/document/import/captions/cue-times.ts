import { withAsciiDigits } from '../../../lib/ascii-digit.ts';

/**
 * A time as programs write it: hours of any length or none, single digits, spaces from a machine translation, a fraction behind a
 * comma, a dot or a colon.
 */
const TIME = String.raw`-?(?:(?:\d{1,6} ?: ?)?\d{1,4} ?: ?-?\d{1,2}(?: ?[.,:;] ?\d{1,9})?|\d{1,9}[.,]\d{1,9})`;
const PARTS = /^(-?)(?:(?:(\d+):)?(\d+):)?(-?)(\d+)(?:([.,:;])(\d+))?$/;
/** Ten thousand hours: a number of more is none of a recording. */
const FARTHEST = 36_000_000;
/** Frames of a second where a file does not say it. */
const FRAME_RATE = 25;

/** Seconds of "01:02:03,004", "02:03.004", "1:2:3:4567" or "111:06:40.000"; null for anything else. Nothing is before 0. */
export function secondsOf(time: string): number | null {
  const parts = PARTS.exec(time.replaceAll(' ', ''));
  if (!parts) return null;
  const [, sign, hours, minutes = '0', innerSign, seconds = '', mark, part = '0'] = parts;
  // 60 comes from programs that round.
  if (Number(seconds) > 60 && hours !== undefined) return null;
  if (Number(minutes) > 60 && hours !== undefined) return null;
  // Two digits behind a colon are frames, three or more a fraction.
  const isFrame = (mark === ':' || mark === ';') && part.length < 3;
  const rest = isFrame ? Math.min(Number(part) / FRAME_RATE, 0.999) : Number(`0.${part}`);
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (whole > FARTHEST) return null;
  return sign === '-' || innerSign === '-' ? 0 : Math.round((whole + rest) * 1e6) / 1e6;
}

/** Of any make: those of editors that correct what people type, of translators, and one that was written as HTML. */
const ARROW = ' ?(?:(?:-{1,3}|[–—−]|- ?-) ?(?:>|&gt;)|[→⟶⇒➔➜]) ?';
const HAS_ARROW = /[>→⟶⇒➔➜]|&gt;/u;

/**
 * A line in which times are looked for: with single spaces, ASCII digits and narrow marks. Lines without an arrow stay as they are.
 */
export function plainTimes(line: string): string {
  if (!HAS_ARROW.test(line)) return line;
  const spaced = line.replaceAll(/\s+/gu, ' ').replace(NUMBER_BEFORE, '').replaceAll(DOTTED, '$1:$2:$3');
  if (!FOREIGN_TIME.test(spaced)) return spaced;
  return withAsciiDigits(spaced)
    .replaceAll(/[：，．；－＞]/gu, (mark) => String.fromCharCode(mark.charCodeAt(0) - 0xfee0))
    .replaceAll('٫', '.')
    .replaceAll('،', ',');
}

/** That of a cue, on the line of its times. */
const NUMBER_BEFORE = /^ ?\d{1,6}[.:)]? (?=\d{1,3}:\d{2}:\d{2}[.,]\d{1,3} ?-->)/;
/** "00.01.02,500" */
const DOTTED = /(?<![\d.])(\d{1,2})\.([0-5]\d)\.([0-5]\d)(?=[.,]\d{1,3}(?!\S)| |$)/g;
const FOREIGN_TIME = /^ ?\p{Nd}+ ?[:：].*\p{Nd} ?(?:-|[–—−－→⟶⇒➔➜])/u;
const TIME_LINE = new RegExp(`^ ?(${TIME})${ARROW}(${TIME})(?: (.*))?$`, 'u');
const START_LINE = new RegExp(`^ ?(${TIME})${ARROW}`, 'u');
/** Two whole times with nothing but a dash between them, or a comma. */
const DASHED_LINE =
  /^\s*(\d{1,3}:\d{2}:\d{2}[.,]\d{1,3})\s*(?:[-–—−]|to|,)\s*(\d{1,3}:\d{2}:\d{2}[.,]\d{1,3})\s*$/u;
/** What is behind the times: places of SubRip, settings of WebVTT. */
const SETTING = /^[a-z]+\d?:\S+$/i;

export interface TimeLine {
  start: number;
  /** Null if it cannot be read. */
  end: number | null;
  /** What a program wrote on the same line as the times. */
  text: string;
}

/** A line of times; null if it is none, even if it is meant to be one. Of white space, a line has single spaces. */
export function readTimeLine(line: string): TimeLine | null {
  const [, from = '', until = '', rest = ''] = TIME_LINE.exec(line) ?? DASHED_LINE.exec(line) ?? [];
  const start = secondsOf(from || (START_LINE.exec(line)?.[1] ?? ''));
  if (start === null) return null;
  const isSettings = rest.split(' ').every((part) => part === '' || SETTING.test(part));
  return { start, end: secondsOf(until), text: isSettings ? '' : rest };
}

/** Whether a line is meant to be one of times. */
export const looksLikeTimes = (line: string): boolean =>
  /^ ?-?\d[\w:.,; -]*-{1,3}>/u.test(line) || /^[\d:.,; ]*-->[\d:.,; ]*$/u.test(line);

/** A whole time with its fraction: it is no speech, and has a line to itself only where a cue has its times. */
const WHOLE_TIME = /\d{1,3}:\d{2}:\d{2}[.,]\d{1,3}|(?<![\d:])\d{2}:\d{2}\.\d{3}/g;

/** The times of a line that has nothing else but marks; null for another line. */
export function wholeTimes(line: string): TimeLine | null {
  const [start = '', end = '', ...more] = line.match(WHOLE_TIME) ?? [];
  const from = secondsOf(start);
  if (from === null || more.length > 0 || /[\p{L}\p{N}]/u.test(line.replaceAll(WHOLE_TIME, ''))) return null;
  return { start: from, end: secondsOf(end), text: '' };
}

/** The number of a cue that a line is; null for anything else. */
export const numberIn = (line: string): number | null =>
  /^ *#?\p{Nd}{1,9}[.)]? *$/u.test(line)
    ? Number.parseInt(withAsciiDigits(line).replaceAll(/\D/g, ''), 10)
    : null;
