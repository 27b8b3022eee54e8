import { secondsOf } from './cue-times.ts';
import { isNumbered } from './voice-labels.ts';

const TIME = String.raw`(?:\d{1,3}[:;])?[0-5]?\d[:;][0-5]\d(?:[.,:;]\d{1,3})?`;
/** "[00:01:02] " before a text, as exports with time stamps have it. */
const STAMP = new RegExp(
  String.raw`^[[(]?(${TIME})(?:\s?(?:-|–|-->)\s?${TIME})?[\])]?(?:[\s:–-]+(?=\S)|$)`,
  'u',
);
/** "Ada Lovelace  0:12", "Speaker 1 (00:12):", "Ada [00:00:12]": a line of its own before what somebody says. */
const NAMED = new RegExp(
  String.raw`^(\p{L}[^:()[\]<>|]{0,60}?)\s{0,9}[|,:–-]?\s{0,9}[[(]?(${TIME})[\])]?\s{0,9}:?$`,
  'u',
);
/** "Ada (00:12): Hello", "**Ada** [00:12] Hello": both before a text on its own line. */
const NAMED_TEXT = new RegExp(
  String.raw`^(?:\*\*)?(\p{L}[^:()[\]<>|*]{0,40}?)(?:\*\*)?[ \t]?[[(](${TIME})[\])][ \t]?(?::|(?<=\]))[ \t]+(?=\S)`,
  'u',
);
/** A line with its stamp first, and its name behind that. */
export const stampFirst = (line: string): string => line.replace(NAMED_TEXT, '[$2] $1: ');

/** "00:00:12 Ada" as such a line. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’#_-]{0,50}:?$/u;

/** Lines that may stand before the first passage: a title, a date. */
const LONGEST_TITLE = 4;

export interface StampedLine {
  start: number | null;
  text: string;
}

/** A line with its time stamp apart. */
export function withoutStamp(line: string): StampedLine {
  const [stamp = '', time = ''] = STAMP.exec(line) ?? [];
  return { start: secondsOf(time.replaceAll(';', ':')), text: line.slice(stamp.length).trim() };
}

/** A passage that a line of its own begins, which says when, or who. */
export interface HeadedPassage {
  start: number;
  voice: string | null;
  text: string;
}

interface Head {
  start: number;
  voice: string | null;
}

function headOf(line: string): Head | null {
  const [, name, time = ''] = NAMED.exec(line) ?? [];
  if (name !== undefined) {
    const start = secondsOf(time.replaceAll(';', ':'));
    return start === null ? null : { start, voice: name.trim() };
  }
  const { start, text } = withoutStamp(line);
  if (start === null || (text !== '' && !NAME.test(text))) return null;
  return { start, voice: text.replace(/:$/, '') || null };
}

/**
 * The passages of a text in which each begins with a line for its time and its speaker, as Otter, Rev, Trint and Zoom write it; null
 * if a text is not of this form: the texts have lines of their own, and the times rise.
 */
export function headedPassages(lines: readonly string[]): HeadedPassage[] | null {
  const shown = lines.filter((line) => line !== '');
  const heads = shown.map(headOf);
  const count = heads.filter((head) => head !== null).length;
  const alone = heads.filter(
    (head, index) => head !== null && (heads[index + 1] !== null || index + 1 >= shown.length),
  );
  const begins = heads.findIndex((head) => head !== null);
  if (count === 0 || begins > (count > 1 ? LONGEST_TITLE : 0) || alone.length * 5 > count) return null;
  const passages: HeadedPassage[] =
    begins > 0 ? [{ start: 0, voice: null, text: shown.slice(0, begins).join(' ') }] : [];
  shown.forEach((line, index) => {
    const head = heads[index];
    const last = passages.at(-1);
    if (index < begins) return;
    if (head) passages.push({ ...head, text: '' });
    else if (last?.text === '' && last.voice === null && isNumbered(line)) last.voice = line;
    else if (last) last.text += last.text === '' ? line : ` ${line}`;
  });
  const rises = passages.every(({ start }, index) => start >= (passages[index - 1]?.start ?? 0));
  return rises ? passages : null;
}
