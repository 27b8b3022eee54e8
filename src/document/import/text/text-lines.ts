import { withAsciiDigits } from '../../../lib/ascii-digit.ts';
import { rewriter, wholeOf } from '../vocabulary/patterns.ts';
import data from '../vocabulary/rewrites.json' with { type: 'json' };
import words from '../vocabulary/texts.json' with { type: 'json' };
import times from '../vocabulary/times.json' with { type: 'json' };
import { isNameLike, isNumbered } from '../voices/names.ts';
import { findLabels } from '../voices/voice-labels.ts';
import { writtenSeconds } from '../written-times.ts';
import { groupsFrom, joinRows } from './join-rows.ts';
import { stampedLine } from './stamped-line.ts';

/** What programs write around a transcript, or between its lines. */
const AROUND = wholeOf(words.patterns.around);
/** About the recording: "Duration: 32:10". */
const ABOUT = new RegExp(
  String.raw`^(?:(?:start|end|recording|total) )?(?:${words.patterns.about.join('|')}): ?\d[\d:./, -]{2,24}(?: ?[AP]M)?$`,
  'iu',
);
/** Who took part: "Participants: Ada, Ben". */
const PEOPLE = new RegExp(`^(${words.patterns.people.join('|')}): ?(.*[^.!?…])$`, 'iu');
const BETWEEN_PEOPLE = new RegExp(`[,;] ?| (?:${times.lists.and.join('|')}) `, 'u');
/** In digits of any script, before or behind what is said. */
const CLOCK =
  /^[[(]?\p{Nd}{1,3}(?:[:：]\p{Nd}{2}){1,2}[\])]?|[[(]?\p{Nd}{1,3}(?:[:：]\p{Nd}{2}){1,2}[\])]?$/gu;
const RULE = /^(?:-{3,}|={3,}|_{3,}|\*{3,}|–{3,}|—{3,})$/;

/** A time and nothing else, of which a line before or behind may be a copy for other eyes. */
const BARE_TIME = /^\[?\(?(?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?\)?\]?$/;
/** Signs of a time that is said in words: "1 minute, 7 seconds". */
const LONGEST_TIME = 40;
const INITIALS = /^\p{Lu}{1,3}$/u;

const initialsOf = (name: string): string => name.replaceAll(/(?<=\p{L})[\p{L}\p{M}'’.-]+|[^\p{L}]/gu, '');

/** Whether a line is a list of people, and not what somebody called so says. */
function arePeople(line: string, lines: readonly string[]): boolean {
  const [, label = '', list = ''] = PEOPLE.exec(line) ?? [];
  const people = list.split(BETWEEN_PEOPLE).map((name) => name.trim());
  return people.every(isNameLike) && lines.filter((other) => other.startsWith(`${label}:`)).length < 2;
}

const rewritten = rewriter(data.rewrites.texts);

/** A line with its stamps and names in the usual form. */
function plain(raw: string): string {
  const line = rewritten(raw)
    .trim()
    .replaceAll(CLOCK, (clock) => withAsciiDigits(clock.normalize('NFKC')));
  return line.length <= LONGEST_TIME && isNumbered(line) ? `${line}:` : line;
}

/** Whether a line is a time in words, in any language: its numbers are those of the time. */
function isSaidTime(line: string, start: number): boolean {
  if (line.length > LONGEST_TIME || !/^\d+ ?\p{L}/u.test(line)) return false;
  const parts = [Math.floor(start / 3600), Math.floor(start / 60) % 60, Math.floor(start % 60)];
  const numbers = (line.match(/\d+/g) ?? []).filter((part) => Number(part) > 0);
  return numbers.join() === parts.filter((part) => part > 0).join();
}

/** Indices of lines that are about the one that follows, or the time again: numbers of cues, initials, times in words. */
function spareLines(lines: readonly string[]): Set<number> {
  const spare = new Set<number>();
  const lineAt = (index: number): string => lines[index] ?? '';
  const times = lines.flatMap((line, at) => (BARE_TIME.test(line) ? [at] : []));
  const numbers = times.map((at) => (/^\d{1,6}$/.test(lineAt(at - 1)) ? Number(lineAt(at - 1)) : Number.NaN));
  const areCounted = times.length > 1 && numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
  for (const at of times) {
    if (areCounted) spare.add(at - 1);
    const start = writtenSeconds(lineAt(at)) ?? 0;
    // Also behind the name, once more.
    const before = ['', `${lineAt(at - 1)} `, `${lineAt(at - 2)} `];
    for (const near of [at - 1, at + 1]) {
      const line = lineAt(near);
      if (before.some((name) => line.startsWith(name) && isSaidTime(line.slice(name.length), start)))
        spare.add(near);
    }
    for (const above of [at - 3, at - 2, at - 1]) {
      if (INITIALS.test(lineAt(above)) && initialsOf(lineAt(above + 1)).startsWith(lineAt(above)))
        spare.add(above);
    }
  }
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
    .map(plain);
  const lines = all.flatMap((line) => {
    if (RULE.test(line)) return '';
    if (!AROUND.test(line) && !ABOUT.test(line) && !arePeople(line, all)) return line;
    leaveOut(line);
    return [];
  });
  const spare = spareLines(lines.filter((line) => line !== ''));
  let at = -1;
  return lines.filter((line) => line === '' || !spare.has(++at));
}

/** The number of a line in its file, or on its page. */
const NUMBER = /^(\d{1,5})(?:[.):]?[ \t]{1,20}|\t)(?=\S)/;
const LEAST_LINES = 3;

/**
 * Lines without the numbers that count them in the file or on each page, as transcripts for analysis and of courts have them, where names
 * or times follow the numbers. A line without one goes on. Other numbered lines are a list, whose numbers may have been said.
 */
export function withoutNumbers(lines: readonly string[]): readonly string[] {
  const shown = lines.filter((line) => line !== '');
  const numbers = shown.map((line) => Number(NUMBER.exec(line)?.[1] ?? Number.NaN));
  const isNext = (number: number, at: number) =>
    at === 0 || number === (numbers[at - 1] ?? 0) + 1 || (number === 1 && numbers[0] === 1);
  if (shown.length < LEAST_LINES || !numbers.every((number, at) => number > 0 && isNext(number, at)))
    return lines;
  const bare = shown.map((line) => line.replace(NUMBER, ''));
  const labels = findLabels(bare);
  const isMarked = bare.map((line, at) => Boolean(labels[at]) || stampedLine(line).start !== null);
  if (isMarked.filter(Boolean).length * 2 < bare.length) return lines;
  return groupsFrom(bare, (at) => isMarked[at] ?? false).map(joinRows);
}
