import { LIMITS, MARKS } from '../vocabulary/patterns.ts';
import { areNamed, isNumbered } from '../voices/names.ts';
import { findLabels } from '../voices/voice-labels.ts';
import { type StampedLine, stampedLine } from './line-layouts.ts';

/** A passage that a line of its own begins, which says when, and who. */
export interface HeadedPassage extends Omit<StampedLine, 'text'> {
  start: number;
  lines: string[];
}

function headOf({ start, end, voice, text: raw }: StampedLine): HeadedPassage | null {
  const text = raw === ':' ? '' : raw;
  if (start === null || (text !== '' && (voice !== null || !MARKS.nameAlone.test(text)))) return null;
  return { start, end, voice: voice ?? (text.replace(/:$/, '') || null), lines: [] };
}

/** Dates and lengths of meetings ("32m 10s") above the first head are later than it, and have nothing below. */
function withoutLengths(heads: readonly (HeadedPassage | null)[]): (HeadedPassage | null)[] {
  const first = heads.findIndex((head, at) => head !== null && !heads[at + 1]);
  const time = heads[first]?.start ?? 0;
  return heads.map((head, at) => (head && at < first && head.start > time ? null : head));
}

/** Names that have a line of their own between time and text, or above the time. */
function takeNames(title: string[], passages: readonly HeadedPassage[]): void {
  if (passages.some(({ voice }) => voice !== null)) return;
  const below = areNamed(passages.map(({ lines }) => lines));
  passages.forEach((passage) => {
    if (!below && !isNumbered(passage.lines[0] ?? '')) return;
    passage.voice = passage.lines.shift()?.replace(/:$/, '') ?? null;
  });
  if (passages.some(({ voice }) => voice !== null)) return;
  const parts = [title, ...passages.slice(0, -1).map(({ lines }) => lines)];
  if (!areNamed(parts.map((lines, at) => [lines.at(-1) ?? '', ...(passages[at]?.lines ?? [])]))) return;
  passages.forEach((passage, at) => {
    passage.voice = parts[at]?.at(-1)?.replace(/:$/, '') ?? null;
  });
  for (const lines of parts) lines.pop();
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
  if (stamped.filter(({ start }) => start !== null).length > lines.length * LIMITS.stampedLines) return null;
  const heads = withoutLengths(stamped.map(headOf));
  const count = heads.filter((head) => head !== null).length;
  const empty = heads.filter(
    (head, index) => head && (heads[index + 1] !== null || index + 1 >= lines.length),
  );
  const begins = heads.findIndex((head) => head !== null);
  const stampedTexts = stamped.filter(({ start, text }, at) => start !== null && text !== '' && !heads[at]);
  const sentences = heads.filter((head) => MARKS.nameAsSentence.test(head?.voice ?? '')).length;
  if (sentences > count * LIMITS.headsAsSentences) return null;
  if (count === 0 || empty.length > count * LIMITS.emptyHeads || stampedTexts.length > count) return null;
  const title = lines.slice(0, begins);
  const passages: HeadedPassage[] = [];
  lines.forEach((line, index) => {
    const head = heads[index];
    const last = passages.at(-1);
    if (head) passages.push(head);
    else if (last) last.lines.push(line);
  });
  if (passages.some(({ start }, at) => start < (passages[at - 1]?.start ?? 0))) return null;
  takeNames(title, passages);
  const isNamed = passages.some(({ voice }) => voice !== null);
  const isBegun = findLabels(title, LIMITS.titleLines).some((label) => label !== null && label.text !== '');
  if (title.length > (count < 2 ? 0 : isNamed ? LIMITS.headLines : LIMITS.titleLines) && !isBegun)
    return null;
  return { title, passages };
}
