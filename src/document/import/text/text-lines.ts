import { withAsciiDigits } from '../../../lib/ascii-digit.ts';
import { rewriter, wholeOf } from '../vocabulary/patterns.ts';
import data from '../vocabulary/rewrites.json' with { type: 'json' };
import words from '../vocabulary/texts.json' with { type: 'json' };
import times from '../vocabulary/times.json' with { type: 'json' };
import { isNameLike, isNumbered } from '../voices/names.ts';
import { findLabels } from '../voices/voice-labels.ts';
import { groupsFrom, joinRows } from './join-rows.ts';
import { stampedLine } from './stamped-line.ts';

/** What programs write around a transcript, or between its lines. */
const AROUND = wholeOf(words.patterns.around);
/** Who took part: "Participants: Ada, Ben". */
const PEOPLE = new RegExp(`^(${words.patterns.people.join('|')}): ?(.*[^.!?…])$`, 'iu');
const BETWEEN_PEOPLE = new RegExp(`[,;] ?| (?:${times.lists.and.join('|')}) `, 'u');
/** In digits of any script, before or behind what is said. */
const CLOCK =
  /^[[(]?\p{Nd}{1,3}(?:[:：]\p{Nd}{2}){1,2}[\])]?|[[(]?\p{Nd}{1,3}(?:[:：]\p{Nd}{2}){1,2}[\])]?$/gu;
/** Signs of what a program calls a speaker. */
const LONGEST_NAME = 40;

const rewritten = rewriter(data.rewrites.texts);
const withoutCopies = rewriter(data.rewrites.panels);

/** A line with its stamps and names in the usual form. */
function plain(raw: string): string {
  const line = rewritten(raw)
    .trim()
    .replaceAll(CLOCK, (clock) => withAsciiDigits(clock.normalize('NFKC')));
  return line.length <= LONGEST_NAME && isNumbered(line) ? `${line}:` : line;
}

/** Whether a line is a list of people, and not what somebody called so says. */
function arePeople(line: string, lines: readonly string[]): boolean {
  const [, label = '', list = ''] = PEOPLE.exec(line) ?? [];
  const people = list.split(BETWEEN_PEOPLE).map((name) => name.trim());
  return people.every(isNameLike) && lines.filter((other) => other.startsWith(`${label}:`)).length < 2;
}

/**
 * The lines of a text that may have been said, with empty ones between its paragraphs: without what programs write around them, and
 * with the stamps and names of all programs in the same form.
 *
 * @param leaveOut is called with each line that nobody said
 */
export function textLines(content: string, leaveOut: (line: string) => void): string[] {
  const all = withoutCopies(content.replaceAll('\uFEFF', '').replaceAll(/\r\n?/g, '\n'));
  const lines = all.split('\n').map(plain);
  return lines.flatMap((line) => {
    if (!AROUND.test(line) && !arePeople(line, lines)) return line;
    leaveOut(line);
    return [];
  });
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
