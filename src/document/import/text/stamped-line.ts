import { isNameLike, isNumbered } from '../voices/voice-labels.ts';
import { SPELLED_TIME, writtenSeconds } from '../written-times.ts';

/** A line of a text, with its times and the name of who speaks apart. */
export interface StampedLine {
  /** Seconds; null where the line has none. */
  start: number | null;
  end: number | null;
  voice: string | null;
  text: string;
  /** Whether a mark says that another voice begins. */
  turns?: boolean | undefined;
}

/** "1:02:03.5", "01.02.03" and "1h02m03s"; a date may look like the second. */
const CLOCK = String.raw`(?:(?:\d{1,3}[:;])?[0-5]?\d[:;][0-5]\d(?:[.,:;]\d{1,3})?|0\d\.[0-5]\d\.[0-5]\d(?:[.,]\d{1,3})?(?![.\d])|${SPELLED_TIME})`;
/** As programs that tell speakers apart write them; a whole number may count anything. */
const SECONDS = String.raw`\d{1,6}(?:[.,]\d{1,3}s?|s)(?![\p{L}\d])`;
const TIME = `(?:${CLOCK}|${SECONDS})`;
const BETWEEN = String.raw`(?:\s{0,3}(?:-{0,2}>|[-–—,;→])\s{0,3}|\s{1,3}(?:(?:to|bis)\s|stop=|end=)?)`;
const PAIR = `(?:start=)?(${TIME})${BETWEEN}(${TIME})`;
/** Groups: a bracket, two times or one in it; two times; one time. */
const STAMP = String.raw`(?:([[({<])(?:${PAIR}|(${TIME}))[\])}>]|${PAIR}|(${CLOCK}))`;

/** "[00:01:02] Hello", "0.5 - 1.2: Hello", "0:12Hello", also behind the number of a row. */
const FIRST = new RegExp(
  String.raw`^(?:\d{1,6}\t|@)?${STAMP}(?:[\s:=|–-]{1,9}(?=\S)|(?=\p{L})|(?<=[\])}>])|$)`,
  'u',
);
/** "Ada  0:12", "Speaker 1 (00:12): Hello", "**Ada** [00:12] Hello", "[SPEAKER_00] 0.5s-1.2s: Hello". */
const SECOND = new RegExp(
  String.raw`^(?:\*\*)?\[?([\p{L}"“„«@\p{Extended_Pictographic}][^:()[\]<>|*]{0,60}?(?: \(\p{L}[^()]{0,39}\))?)\]?(?:\*\*)?\s{0,9}([|,:–•·@-]?)(?:\*\*)?\s{0,9}${STAMP}[ \t]{0,9}(:?)(?:[ \t]{1,9}|$)`,
  'u',
);
/** "Hello. [0:12]" */
const LAST = new RegExp(String.raw`^(.*\S)\s*[[(](${CLOCK})[\])]$`, 'u');
/** "Hello. [0:12] And": the last one of a line. */
const WITHIN = new RegExp(String.raw`^(.*\S\s*[[(](${CLOCK})[\])].*)$`, 'u');
/** No speech stands there, wherever it is. */
const INSIDE = new RegExp(String.raw` ?\[(?:${CLOCK})\]|(?<=\p{L}) (?:${CLOCK})(?=\])`, 'gu');

const seconds = (time: string | undefined): number | null =>
  time === undefined ? null : writtenSeconds(time.replaceAll(';', ':'));

/** Of the groups of `STAMP`. */
function timesOf([, from, until, inBracket, bareFrom, bareUntil, bare]: readonly (string | undefined)[]) {
  const [start, end] = [seconds(from ?? inBracket ?? bareFrom ?? bare), seconds(until ?? bareUntil)];
  return { start, end: start !== null && end !== null && end > start ? end : null };
}

const STAMP_GROUPS = 7;
/** A name, a time and a text in columns that spaces make. */
const COLUMNS = /\S\s{3,9}[\d:.,]+\s{3,9}$/u;

/** A line whose stamp is the first of it, or stands behind a name. */
export function stampedLine(line: string): StampedLine {
  const first = FIRST.exec(line);
  if (first) {
    const [voice, text, ...more] = line.slice(first[0].length).split('\t');
    // A table that was saved as text.
    const isRow =
      text !== undefined &&
      text.trim() !== '' &&
      more.length === 0 &&
      isNameLike(voice ?? '') &&
      !/[.!?]$/.test(voice ?? '');
    return {
      ...timesOf(first.slice(1)),
      ...(isRow ? { voice: voice ?? '', text } : { voice: null, text: line.slice(first[0].length) }),
    };
  }
  const second = SECOND.exec(line);
  const [all = '', name = '', mark] = second ?? [];
  const groups = second?.slice(3) ?? [];
  const [bracket] = groups;
  const rest = line.slice(all.length);
  const isBarred = mark === '|' && rest.startsWith('| ');
  const text = isBarred ? rest.slice(2) : rest;
  const isNamed =
    text === '' ||
    isBarred ||
    // A table that was saved as text.
    /\t.*\t$/.test(all) ||
    COLUMNS.test(all) ||
    (bracket === undefined
      ? isNumbered(name)
      : bracket === '[' || mark === ':' || groups[STAMP_GROUPS] === ':');
  if (!second || !isNamed) return { start: null, end: null, voice: null, text: line };
  return { ...timesOf(groups), voice: name.trim(), text };
}

/** A line with its stamp behind the text; or the last one within it. */
export function lastStamped(line: string, isWithin = false): StampedLine {
  const [, text, time] = (isWithin ? WITHIN : LAST).exec(line) ?? [];
  return { start: seconds(time), end: null, voice: null, text: text ?? line };
}

/** A text without stamps that stand within. */
export const withoutStamps = (text: string): string => text.replaceAll(INSIDE, '').trim();
