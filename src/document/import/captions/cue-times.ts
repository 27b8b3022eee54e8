import { withAsciiDigits } from '../../../lib/ascii-digit.ts';
import { rewriter } from '../vocabulary/patterns.ts';
import data from '../vocabulary/rewrites.json' with { type: 'json' };

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

const normalised = rewriter(data.rewrites.times);

/**
 * A line in which times are looked for: with single spaces, ASCII digits and narrow marks. Lines without an arrow stay as they are.
 */
export function plainTimes(raw: string): string {
  const line = normalised(raw);
  if (!HAS_ARROW.test(line)) return line;
  const spaced = line.replaceAll(/\s+/gu, ' ');
  if (!FOREIGN_TIME.test(spaced)) return spaced;
  return withAsciiDigits(spaced.normalize('NFKC')).replaceAll('٫', '.').replaceAll('،', ',');
}

const FOREIGN_TIME = /^ ?\p{Nd}+ ?[:：].*\p{Nd} ?(?:-|[–—−－→⟶⇒➔➜])/u;
const TIME_LINE = new RegExp(`^ ?(${TIME})${ARROW}(${TIME})(?: (.*))?$`, 'u');
const START_LINE = new RegExp(`^ ?(${TIME})${ARROW}`, 'u');
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
  const [, from = '', until = '', rest = ''] = TIME_LINE.exec(line) ?? [];
  const start = secondsOf(from || (START_LINE.exec(line)?.[1] ?? ''));
  if (start === null) return null;
  const isSettings = rest.split(' ').every((part) => part === '' || SETTING.test(part));
  return { start, end: secondsOf(until), text: isSettings ? '' : rest };
}

/** Whether a line is meant to be one of times. */
export const looksLikeTimes = (line: string): boolean =>
  /^ ?-?\d[\w:.,; -]*-{1,3}>/u.test(line) || /^[\d:.,; ]*-->[\d:.,; ]*$/u.test(line);

/** The number of a cue that a line is; null for anything else. */
export const numberIn = (line: string): number | null =>
  /^ *#?\p{Nd}{1,9}[.)]? *$/u.test(line)
    ? Number.parseInt(withAsciiDigits(line).replaceAll(/\D/g, ''), 10)
    : null;
