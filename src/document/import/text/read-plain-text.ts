import type { TextMapping } from '../../../contract/transcripts/import-mapping.ts';
import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { withAsciiDigits } from '../../../lib/ascii-digit.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { firstMade } from '../../../lib/first-made.ts';
import { type ImportNotes, quoted } from '../bad-import.ts';
import { builtIn } from '../mappings/built-in.ts';
import { LIMITS, MARKS, REWRITE } from '../vocabulary/patterns.ts';
import { areWholeNames, isNameLike, isNumbered } from '../voices/names.ts';
import { findLabels, lineChanges } from '../voices/voice-labels.ts';
import { writtenSeconds } from '../written-times.ts';
import { type HeadedPassage, headedPassages } from './headed-passages.ts';
import { goesOn, groupsFrom, inOneRow, joinRows } from './join-rows.ts';
import {
  lastStamped,
  type StampedLine,
  stampedLine,
  stampedWithin,
  UNTIMED,
  withoutStamps,
} from './line-layouts.ts';

const passage = ({ start, end, voice, text, turns }: StampedLine): ImportedPassage[] => {
  // A bar is a break of a row in subtitles.
  const said = withoutStamps(text)
    .replaceAll(/\s{0,9}\|\s{0,9}/g, ' ')
    .trim();
  if (said === '') return [];
  const who = { voice, ...(turns && { turns }) };
  return [{ ...who, start, end, text: said, rows: null, channel: 0, language: null, words: null }];
};

/**
 * The paragraphs of a text: parted by empty lines, or by lines if there are no empty ones. Time stamps are taken off if
 * most of them have one, and then are the paragraphs' times. What nobody says is left out, with a note.
 */
export function readPlainText(content: string, notes: ImportNotes): ImportedPassage[] {
  const leaveOut = (line: string) =>
    notes.add(null, msg`${quoted(line)} is not said in the recording, and was left out`);
  const all = textLines(content, leaveOut);
  const mapped = firstMade(builtIn('texts'), (one) => passagesBy(one, all.join('\n'), leaveOut));
  if (mapped) return mapped.flatMap(passage);
  const lines = withoutNumbers(all);
  const shown = lines.filter((line) => line !== '');
  /** Above the first time or name: what ends as a sentence may have been said. */
  const titled = (title: readonly string[], start: number | null): StampedLine[] => {
    if (title.some((line) => MARKS.sentenceEnd.test(line)))
      return [{ ...UNTIMED, start, text: joinRows(title) }];
    title.forEach(leaveOut);
    return [];
  };
  const headed = headedPassages(shown);
  if (headed) {
    // From a name before a text on it was said, as Google Meet writes the first minutes.
    const labels = findLabels(headed.title, LIMITS.titleLines);
    const begins = labels.findIndex((label) => label !== null && label.text !== '');
    if (begins < 0) return [...titled(headed.title, 0), ...spoken(headed.passages)].flatMap(passage);
    headed.title.slice(0, begins).forEach(leaveOut);
    const begun = { start: 0, end: null, voice: null, lines: headed.title.slice(begins) };
    return spoken([begun, ...headed.passages]).flatMap(passage);
  }
  const texts = blocksOf(lines);
  // Lines without a stamp go on.
  const lineByLine = stampedTexts(shown);
  const said =
    (lineByLine && joinedLines(lineByLine, (last, line) => line.start === null && last.start !== null)) ??
    stampedTexts(texts) ??
    texts.map((text) => ({ ...UNTIMED, text }));
  const passages = labelled(said);
  const isTimed = passages.some(({ start }) => start !== null);
  const begins = passages.findIndex(({ start, voice }) => (isTimed ? start : voice) !== null);
  const title = passages
    .slice(0, begins > LIMITS.titleLines ? 0 : Math.max(0, begins))
    .map(({ text }) => text);
  return [...titled(title, isTimed ? 0 : null), ...passages.slice(title.length)].flatMap(passage);
}

/** The passages of a text that has nothing else, by a mapping; null for another one. */
function passagesBy(
  { when = '', passage }: TextMapping,
  content: string,
  leaveOut: (line: string) => void,
): StampedLine[] | null {
  const pattern = new RegExp(passage, 'gmu');
  const isAll = new RegExp(when, 'mu').test(content) && content.replaceAll(pattern, '').trim() === '';
  const all: RegExpMatchArray[] = isAll ? [...content.matchAll(pattern)] : [];
  const found = all.map(({ groups = {} }) => groups).filter(({ text }) => text !== undefined);
  if (found.length === 0) return null;
  for (const { 0: line, groups } of all) if (groups?.text === undefined) leaveOut(line);
  const isOneDay = new Set(found.map(({ day }) => day)).size === 1;
  // A clock without seconds is one of hours and minutes. Which number of a date is the month is unknown.
  const timeOf = (clock = '') =>
    isOneDay ? clock.replaceAll(/\s/gu, ' ').replace(/^(\d+)[:.](\d+)(?![:.\d])/, '$1:$2:00') : '';
  return found.map(({ start, end = '', clock, voice, text = '' }) => ({
    start: writtenSeconds(start ?? timeOf(clock)),
    end: writtenSeconds(end),
    voice: voice?.trim() || null,
    text: inOneRow(text),
  }));
}

/** Lines as passages: one that goes on is put behind the one before. */
function joinedLines<Line extends StampedLine>(
  lines: readonly Line[],
  isSame: (last: Line, line: Line) => boolean,
): Line[] {
  const passages: Line[] = [];
  lines.forEach((line, at) => {
    const last = passages.at(-1);
    if (last && isSame(last, line)) last.text += goesOn(lines[at - 1]?.text ?? '', line.text);
    else passages.push({ ...line });
  });
  return passages;
}

/** Texts with their stamps apart; null if most have none, or their times go back. */
function stampedTexts(texts: readonly string[]): StampedLine[] | null {
  const isStamped = (stamped: readonly StampedLine[]) => {
    const starts = stamped.flatMap(({ start }) => start ?? []);
    return starts.length > texts.length / 2 && starts.every((start, at) => start >= (starts[at - 1] ?? 0));
  };
  // Dates of a diary have one year, and no day is 0.
  const years = new Set(texts.flatMap((text) => MARKS.dottedDate.exec(text)?.[1] ?? []));
  if (years.size === 1 && !texts.some((text) => text.startsWith('00.'))) return null;
  // A name and a time alone are no text.
  const first = texts.map((text) => {
    const line = stampedLine(text);
    return line.text === '' ? { ...UNTIMED, text } : line;
  });
  if (isStamped(first)) return first;
  const behind = texts.map(lastStamped);
  const last = [behind, texts.map(stampedWithin)].find(isStamped);
  if (!last || last[0]?.start === 0) return last ?? null;
  // Pressed when somebody has spoken, a stamp is the end.
  let until = 0;
  return last.map(({ start: end, ...line }, at) => {
    const start = until;
    until = end ?? until;
    // What is said behind a stamp goes on.
    return { ...line, start, end: behind[at]?.start == null ? null : end };
  });
}

/** Names before texts, where the file has no other names. */
function labelled<Line extends StampedLine>(all: readonly Line[]): Line[] {
  const changes = lineChanges(all.map(({ text }) => text));
  const lines = all.flatMap((line, at) =>
    (changes[at] ?? []).map(({ text, isChange }) => ({ ...line, text, turns: isChange })),
  );
  const labels = findLabels(
    lines.map(({ text }) => text),
    LIMITS.titleLines,
  );
  return lines.map((line, index) => (line.voice === null ? { ...line, ...labels[index] } : line));
}

/** What is said below each head; by several people where their names are before the lines. */
function spoken(passages: readonly HeadedPassage[]): StampedLine[] {
  const lines = passages.flatMap(({ lines: own, ...head }, of) => own.map((text) => ({ ...head, text, of })));
  const areNamed = passages.some(({ voice }) => voice !== null);
  return joinedLines(
    areNamed ? lines : labelled(lines),
    (last, line) => last.of === line.of && (line.voice === null || line.voice === last.voice),
  );
}

/** Paragraphs by empty lines, and by names before lines. A speaker's name that has a line of its own belongs to the next one. */
function blocksOf(lines: readonly string[]): string[] {
  const text = lines.join('\n').trim();
  const shown = lines.filter((line) => line !== '');
  const labels = findLabels(shown);
  const named = new Set(shown.filter((_, index) => labels[index] && labels[index].text !== ''));
  if (!/\n{2,}/.test(text)) return text.replaceAll(/(?<=[^\n][:：])\n(?=[^\n])/gu, ' ').split('\n');
  const blocks = text.split(/\n{2,}/).map((block) => block.split('\n'));
  if (areWholeNames(blocks))
    return blocks.map(([name = '', ...more]) => `${name.replace(/:$/, '')}: ${joinRows(more)}`);
  return blocks.flatMap((block) => groupsFrom(block, (at) => named.has(block[at] ?? '')).map(joinRows));
}

/** A line with its stamps and names in the usual form. */
function plain(raw: string): string {
  const line = REWRITE.texts(raw)
    .trim()
    .replaceAll(MARKS.clockAround, (clock) => withAsciiDigits(clock.normalize('NFKC')));
  return line.length <= LIMITS.speakerLine && isNumbered(line) ? `${line}:` : line;
}

/** Whether a line is a list of people, and not what somebody called so says. */
function arePeople(line: string, lines: readonly string[]): boolean {
  const [, label = '', list = ''] = MARKS.peopleLine.exec(line) ?? [];
  const people = list.split(MARKS.betweenPeople).map((name) => name.trim());
  return people.every(isNameLike) && lines.filter((other) => other.startsWith(`${label}:`)).length < 2;
}

/**
 * The lines of a text that may have been said, with empty ones between its paragraphs: without what programs write around them, and
 * with the stamps and names of all programs in the same form.
 *
 * @param leaveOut is called with each line that nobody said
 */
export function textLines(content: string, leaveOut: (line: string) => void): string[] {
  const all = REWRITE.panels(content.replaceAll('\uFEFF', '').replaceAll(/\r\n?/g, '\n'));
  const lines = all.split('\n').map(plain);
  return lines.flatMap((line) => {
    if (!MARKS.around.test(line) && !arePeople(line, lines)) return line;
    leaveOut(line);
    return [];
  });
}

/**
 * Lines without the numbers that count them in the file or on each page, as transcripts for analysis and of courts have them, where names
 * or times follow the numbers. A line without one goes on. Other numbered lines are a list, whose numbers may have been said.
 */
export function withoutNumbers(lines: readonly string[]): readonly string[] {
  const shown = lines.filter((line) => line !== '');
  const numbers = shown.map((line) => Number(MARKS.lineNumber.exec(line)?.[1] ?? Number.NaN));
  const isNext = (number: number, at: number) =>
    at === 0 || number === (numbers[at - 1] ?? 0) + 1 || (number === 1 && numbers[0] === 1);
  if (shown.length < LIMITS.numberedLines || !numbers.every((number, at) => number > 0 && isNext(number, at)))
    return lines;
  const bare = shown.map((line) => line.replace(MARKS.lineNumber, ''));
  const labels = findLabels(bare);
  const isMarked = bare.map((line, at) => Boolean(labels[at]) || stampedLine(line).start !== null);
  if (isMarked.filter(Boolean).length * 2 < bare.length) return lines;
  return groupsFrom(bare, (at) => isMarked[at] ?? false).map(joinRows);
}
