import { withAsciiDigits } from '../../../lib/ascii-digit.ts';
import { secondsOf } from '../captions/cue-times.ts';
import { rewriter, wholeOf } from '../vocabulary/patterns.ts';
import data from '../vocabulary/rewrites.json' with { type: 'json' };
import words from '../vocabulary/texts.json' with { type: 'json' };
import { isNameLike, isNumbered } from '../voices/voice-labels.ts';

/** What programs write around a transcript, or between its lines. */
const AROUND = wholeOf(words.patterns.around);
/** About the recording: "Duration: 32:10". */
const ABOUT = new RegExp(
  String.raw`^(?:(?:start|end|recording|total) )?(?:${words.patterns.about.join('|')}): ?\d[\d:./, -]{2,24}(?: ?[AP]M)?$`,
  'iu',
);
/** Who took part: "Participants: Ada, Ben". */
const PEOPLE = new RegExp(`^(${words.patterns.people.join('|')}): ?(.*[^.!?…])$`, 'iu');
/** In digits of any script, before or behind what is said. */
const CLOCK =
  /^[[(【]?\p{Nd}{1,3}(?:[:：]\p{Nd}{2}){1,2}[\])】]?|[[(【]?\p{Nd}{1,3}(?:[:：]\p{Nd}{2}){1,2}[\])】]?$/gu;
const plainClock = (clock: string): string =>
  withAsciiDigits(clock).replaceAll('：', ':').replace('【', '[').replace('】', ']');
const RULE = /^(?:-{3,}|={3,}|_{3,}|\*{3,}|–{3,}|—{3,})$/;

/** Transana's time codes: milliseconds. */
const TRANSANA = /¤<(\d{1,9})>/g;

/** A time and nothing else, of which a line before or behind may be a copy for other eyes. */
const BARE_TIME = /^\[?\(?(?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?\)?\]?$/;
const NUMBER = /^\d{1,6}$/;
/** Signs of a time that is said in words: "1 minute, 7 seconds". */
const LONGEST_TIME = 40;
const LONGEST_NAME = 60;
const INITIALS = /^\p{Lu}{1,3}$/u;

const initialsOf = (name: string): string => name.replaceAll(/(?<=\p{L})[\p{L}\p{M}'’.-]+|[^\p{L}]/gu, '');

/** Times of day: "10:58 AM". */
const HALF_DAY = /^(\[?)(\d{1,2}):(\d{2})(?::(\d{2}))? ?([AP])\.?M\.?(?=[\s\]]|$)/iu;
const IN_BRACKETS = /(?<=\[)(\d{1,2}):(\d{2})(?::(\d{2}))? ?([AP])\.?M\.?(?=\])/iu;
/** Of lines that begin so, from which on it is no remark. */
const HALF_DAY_SHARE = 0.3;

/** Whether a line is a list of people, and not what somebody called so says. */
function arePeople(line: string, lines: readonly string[]): boolean {
  const [, label = '', list = ''] = PEOPLE.exec(line) ?? [];
  const people = list.split(/[,;] ?| (?:and|und|et|y|e|en) /u).map((name) => name.trim());
  const isSame = (other: string) => other.startsWith(`${label}:`);
  const isAgain = () => lines.findIndex(isSame) !== lines.findLastIndex(isSame);
  return people.length > 1 && people.every(isNameLike) && !isAgain();
}

const wholeDay = (hours: string, minutes: string, seconds: string | undefined, half: string): string =>
  `${(Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)}:${minutes}:${seconds ?? '00'}`;

/** Lines with times of day as clocks of 24 hours, where about every third line or more begins with one. */
function withWholeDays(lines: readonly string[]): string[] {
  const said = lines.filter((line) => line !== '').length;
  const isClocked = lines.filter((line) => HALF_DAY.test(line)).length >= Math.max(2, said * HALF_DAY_SHARE);
  return lines.map((line) => {
    const inside = line.replace(
      IN_BRACKETS,
      (_, hours: string, minutes: string, seconds: string | undefined, half: string) =>
        wholeDay(hours, minutes, seconds, half),
    );
    if (!isClocked) return inside;
    return inside.replace(
      HALF_DAY,
      (_, bracket: string, hours: string, minutes: string, seconds: string | undefined, half: string) =>
        `${bracket}${wholeDay(hours, minutes, seconds, half)}`,
    );
  });
}

const rewritten = rewriter(data.rewrites.texts);

const plain = (line: string): string =>
  rewritten(line)
    .replaceAll(TRANSANA, (_, milliseconds: string) => `[${(Number(milliseconds) / 1000).toFixed(3)}] `)
    .trim()
    .replaceAll(CLOCK, plainClock)
    .replace(/^.{5,40}$/u, (short) => (isNumbered(short) ? `${short}:` : short));

/** Whether a line is a time in words, in any language: its numbers are those of the time. */
export function isSaidTime(line: string, start: number): boolean {
  const numbers = line.match(/\d+/g);
  if (!numbers || line.length > LONGEST_TIME || !/^\d+ ?\p{L}/u.test(line)) return false;
  const parts = [Math.floor(start / 3600), Math.floor(start / 60) % 60, Math.floor(start % 60)];
  return numbers.filter((part) => Number(part) > 0).join() === parts.filter((part) => part > 0).join();
}

/** Indices of lines that are about the one that follows, or the time again: numbers of cues, initials, times in words. */
function spareLines(lines: readonly string[]): Set<number> {
  const spare = new Set<number>();
  const times = lines.flatMap((line, at) => (BARE_TIME.test(line) ? [at] : []));
  const numbers = times.map((at) => (NUMBER.test(lines[at - 1] ?? '') ? Number(lines[at - 1]) : null));
  const isCounted =
    numbers.length > 1 && numbers.every((number, at) => number !== null && number === (numbers[0] ?? 0) + at);
  for (const at of times) {
    if (isCounted) spare.add(at - 1);
    const start = secondsOf((lines[at] ?? '').replaceAll(/[[\]()]/g, '')) ?? 0;
    for (const near of [at - 1, at + 1]) {
      const line = lines[near] ?? '';
      const name = lines[at - 1] ?? '';
      const above = lines[at - 2] ?? '';
      if (isSaidTime(line, start)) spare.add(near);
      // The name again, before the time in words.
      for (const said of [name, above]) {
        if (
          said !== '' &&
          said.length < LONGEST_NAME &&
          line.startsWith(`${said} `) &&
          isSaidTime(line.slice(said.length + 1), start)
        )
          spare.add(near);
      }
    }
  }
  lines.forEach((line, at) => {
    if (
      INITIALS.test(line) &&
      /\s/u.test(lines[at + 1] ?? '') &&
      initialsOf(lines[at + 1] ?? '').startsWith(line) &&
      times.some((time) => time > at && time < at + 4)
    )
      spare.add(at);
  });
  return spare;
}

/**
 * The lines of a text that may have been said, with empty ones between its paragraphs: without what programs write around them, and
 * with the stamps and names of all programs in the same form.
 *
 * @param leaveOut is called with each line that nobody said
 */
export function textLines(content: string, leaveOut: (line: string) => void): string[] {
  const all = content
    .replaceAll('\uFEFF', '')
    .split(/\r\n?|\n/)
    .map((line) => plain(line));
  const said = withWholeDays(all).map((line) => {
    if (RULE.test(line)) return '';
    if (!AROUND.test(line) && !ABOUT.test(line) && !arePeople(line, all)) return line;
    leaveOut(line);
    return null;
  });
  const lines = said.filter((line) => line !== null);
  const shown = lines.filter((line) => line !== '');
  const spare = spareLines(shown);
  let at = -1;
  return spare.size === 0 ? lines : lines.filter((line) => line === '' || !spare.has(++at));
}
