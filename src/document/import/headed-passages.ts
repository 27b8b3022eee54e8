import { type StampedLine, stampedLine } from './stamped-line.ts';
import { isNameLike, isNumbered } from './voice-labels.ts';

/** What may stand alone behind a time: a name. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’#_-]{0,50}:?$/u;
/** Lines that may stand before the first passage: a title, a date. */
export const LONGEST_TITLE = 4;
/** Of heads, those without a text below. */
const EMPTY_SHARE = 0.2;
/** Of lines: every second one, and those without a text. */
const STAMPED_SHARE = 0.6;
/** Of first lines, where they are names: people speak more than once. */
const NAMES_SHARE = 0.5;
/** Signs of a time that is said in words: "1 minute, 7 seconds". */
const LONGEST_TIME = 40;

/** A passage that a line of its own begins, which says when, and who. */
export interface HeadedPassage extends Omit<StampedLine, 'text'> {
  start: number;
  lines: string[];
}

function headOf({ start, end, voice, text }: StampedLine): HeadedPassage | null {
  if (start === null || (text !== '' && (voice !== null || !NAME.test(text)))) return null;
  return { start, end, voice: voice ?? (text.replace(/:$/, '') || null), lines: [] };
}

/** Whether a line is its time once more, for those who do not see: "1 minute, 7 seconds" below "1:07", in any language. */
function isSaidTime(line: string, start: number): boolean {
  const numbers = line.match(/\d+/g);
  if (!numbers || line.length > LONGEST_TIME || !/^\d+ ?\p{L}/u.test(line)) return false;
  const parts = [Math.floor(start / 3600), Math.floor(start / 60) % 60, Math.floor(start % 60)];
  return numbers.filter((part) => Number(part) > 0).join() === parts.filter((part) => part > 0).join();
}

/** Names that have a line of their own between time and text. */
function takeNames(passages: readonly HeadedPassage[]): void {
  const firsts = passages.map(({ lines }) => lines[0] ?? '');
  const named =
    passages.every(({ voice, lines }) => voice === null && lines.length > 1) &&
    firsts.every(isNameLike) &&
    new Set(firsts).size <= firsts.length * NAMES_SHARE;
  passages.forEach((passage, index) => {
    if (passage.voice !== null || (!named && !isNumbered(firsts[index] ?? ''))) return;
    passage.voice = passage.lines.shift()?.replace(/:$/, '') ?? null;
  });
}

/**
 * The passages of a text in which each begins with a line for its time and its speaker, as Otter, Rev, Trint and Zoom write it, and the
 * lines before them. Null if a text is not of this form: the texts have lines of their own, and the times rise.
 */
export function headedPassages(
  lines: readonly string[],
): { title: readonly string[]; passages: HeadedPassage[] } | null {
  const stamped = lines.map(stampedLine);
  // Where nearly every line has a time, each has its text behind it.
  if (stamped.filter(({ start }) => start !== null).length > lines.length * STAMPED_SHARE) return null;
  const heads = stamped.map(headOf);
  const count = heads.filter((head) => head !== null).length;
  const empty = heads.filter(
    (head, index) => head && (heads[index + 1] !== null || index + 1 >= lines.length),
  );
  const begins = heads.findIndex((head) => head !== null);
  if (count === 0 || begins > (count > 1 ? LONGEST_TITLE : 0) || empty.length > count * EMPTY_SHARE)
    return null;
  const passages: HeadedPassage[] = [];
  lines.forEach((line, index) => {
    const head = heads[index];
    const last = passages.at(-1);
    if (head) passages.push(head);
    else if (last && (last.lines.length > 0 || !isSaidTime(line, last.start))) last.lines.push(line);
  });
  if (!passages.every(({ start }, index) => start >= (passages[index - 1]?.start ?? 0))) return null;
  takeNames(passages);
  return { title: lines.slice(0, begins), passages };
}
