import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { quoted } from '../bad-import.ts';
import type { ImportNotes } from '../import-notes.ts';
import { lineChanges } from '../voices/voice-changes.ts';
import { areWholeNames, findLabels } from '../voices/voice-labels.ts';
import { chatPassages } from './chat-passages.ts';
import { depositionPassages } from './deposition.ts';
import { type HeadedPassage, headedPassages, LONGEST_TITLE } from './headed-passages.ts';
import { goesOn, joinRows } from './join-rows.ts';
import { withoutNumbers } from './numbered-lines.ts';
import { lastStamped, type StampedLine, stampedLine, withoutStamps } from './stamped-line.ts';
import { mappedText } from './text-by-mapping.ts';
import { textLines } from './text-lines.ts';

/** The end of a sentence: no title has one. */
const SENTENCE_END = /[.!?…。！？]["'”’)\]]?$/u;

/** How long a meeting was: "32 Min. 10 Sek." */
const LENGTH = /^(?:\d{1,5} ?\p{L}{1,12}\.?[ ,]{0,2}(?:(?:und|and|et|y|e) )?){1,4}$/u;

/** Of the lines below a title, those with a stamp. */
const TITLED_SHARE = 2 / 3;

const DATE = /^(\d{2})\.(\d{2})\.(\d{2})(?![.,\d])/;

const UNTIMED = { start: null, end: null, voice: null };

const passage = ({ start, end, voice, text, turns }: StampedLine): ImportedPassage[] => {
  // A bar is a break of a row in subtitles.
  const said = withoutStamps(text)
    .replaceAll(/\s{0,9}\|\s{0,9}/g, ' ')
    .trim();
  if (said === '') return [];
  const who = { voice, ...(turns && { turns }) };
  return [{ start, end, text: said, rows: null, ...who, channel: 0, language: null, words: null }];
};

/**
 * The paragraphs of a text: parted by empty lines, or by lines if there are no empty ones. Time stamps are taken off if
 * most of them have one, and then are the paragraphs' times. What nobody says is left out, with a note.
 */
export function readPlainText(content: string, notes: ImportNotes): ImportedPassage[] {
  const leaveOut = (line: string) =>
    notes.add(null, msg`${quoted(line)} is not said in the recording, and was left out`);
  const mapped = mappedText(content);
  if (mapped) return mapped.flatMap(passage);
  const lines = withoutNumbers(textLines(content, leaveOut));
  const shown = lines.filter((line) => line !== '');
  /** Above the first time or name: what ends as a sentence may have been said. */
  const titled = (title: readonly string[], isTimed = true): StampedLine[] => {
    const start = isTimed ? 0 : null;
    if (title.some((line) => SENTENCE_END.test(line) && !LENGTH.test(line))) {
      return [{ ...UNTIMED, start, text: joinRows(title) }];
    }
    title.forEach(leaveOut);
    return [];
  };
  const turns = depositionPassages(shown, leaveOut) ?? chatPassages(shown, leaveOut);
  if (turns) return turns.flatMap(passage);
  const headed = headedPassages(shown);
  if (headed) {
    const { title, said: begun } = begunAbove(headed.title);
    if (begun.length > 0) {
      title.forEach(leaveOut);
      headed.passages.unshift({ start: 0, end: null, voice: null, lines: begun });
    }
    return [...(begun.length > 0 ? [] : titled(title)), ...spoken(headed.passages)].flatMap(passage);
  }
  const texts = blocksOf(lines).filter((block) => block !== '');
  const said =
    stampedLines(shown) ??
    stampedTexts(texts) ??
    stampedLines(shown, true) ??
    texts.map((text) => ({ ...UNTIMED, text }));
  const passages = labelled(said);
  const isTimed = passages.some(({ start }) => start !== null);
  const begins = passages.findIndex(({ start, voice }) => (isTimed ? start !== null : voice !== null));
  const title = passages.slice(0, begins > LONGEST_TITLE ? 0 : Math.max(0, begins)).map(({ text }) => text);
  return [...titled(title, isTimed), ...passages.slice(title.length)].flatMap(passage);
}

/** Lines of which most have a stamp; those without one go on. Null if most have none. */
function stampedLines(lines: readonly string[], isTitled = false): StampedLine[] | null {
  const passages: StampedLine[] = [];
  let before = '';
  for (const line of stampedTexts(lines, isTitled) ?? []) {
    const last = passages.at(-1);
    if (line.start !== null || !last || last.start === null) passages.push({ ...line });
    else last.text += goesOn(before, line.text);
    before = line.text;
  }
  return passages.length > 0 ? passages : null;
}

/**
 * Texts with their stamps apart; null if most have none, or their times go back.
 *
 * @param isTitled whether those before the first stamp do not count
 */
function stampedTexts(texts: readonly string[], isTitled = false): StampedLine[] | null {
  const isStamped = (stamped: readonly StampedLine[]) => {
    const starts = stamped.flatMap(({ start }) => start ?? []);
    const title = stamped.findIndex(({ start }) => start !== null);
    const isMost = isTitled
      ? starts.length > 1 && title <= LONGEST_TITLE && starts.length > (texts.length - title) * TITLED_SHARE
      : starts.length > texts.length / 2;
    return isMost && starts.every((start, index) => start >= (starts[index - 1] ?? 0));
  };
  if (areDated(texts)) return null;
  // A name and a time alone are no text.
  const first = texts
    .map(stampedLine)
    .map((line, index) => (line.text === '' ? { ...UNTIMED, text: texts[index] ?? '' } : line));
  if (isStamped(first)) return first;
  const behind = texts.map((text) => lastStamped(text));
  const last = isStamped(behind) ? behind : texts.map((text) => lastStamped(text, true));
  if (!isStamped(last) || last[0]?.start === 0) return isStamped(last) ? last : null;
  // Pressed when somebody has spoken, a stamp is the end.
  let until = 0;
  return last.map(({ start: end, ...line }, at) => {
    const start = until;
    until = end ?? until;
    // What is said behind a stamp goes on.
    return { ...line, start, end: behind[at]?.start == null ? null : end };
  });
}

/** "08.01.26", as a diary has it, is no time: day and month change, the year does not. */
function areDated(texts: readonly string[]): boolean {
  const dates = texts.flatMap((text) => {
    const [date, day, month, year] = DATE.exec(text) ?? [];
    const isOne = Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
    return date !== undefined && isOne ? [{ date, year }] : [];
  });
  const years = new Set(dates.map(({ year }) => year));
  return new Set(dates.map(({ date }) => date)).size > 1 && years.size === 1;
}

/** What stands above the first time: from a name before a text on it was said, as Google Meet writes the first minutes. */
function begunAbove(lines: readonly string[]): { title: readonly string[]; said: string[] } {
  const first = findLabels(lines, LONGEST_TITLE).findIndex((label) => label !== null && label.text !== '');
  return first < 0 ? { title: lines, said: [] } : { title: lines.slice(0, first), said: lines.slice(first) };
}

/** Names before texts, where the file has no other names. */
function labelled(all: readonly StampedLine[]): StampedLine[] {
  const changes = lineChanges(all.map(({ text }) => text));
  const lines = all.flatMap((line, at) =>
    (changes[at] ?? []).map(({ text, isChange }) => ({ ...line, text, turns: isChange })),
  );
  const labels = findLabels(
    lines.map(({ text }) => text),
    LONGEST_TITLE,
  );
  return lines.map((line, index) => (line.voice === null ? { ...line, ...labels[index] } : line));
}

/** What is said below each head; by several people where their names stand before the lines. */
function spoken(passages: readonly HeadedPassage[]): StampedLine[] {
  const lines = passages.flatMap(({ lines: own, ...head }) => own.map((text) => ({ ...head, text })));
  const labels = passages.every(({ voice }) => voice === null) ? labelled(lines) : lines;
  let at = 0;
  return passages.flatMap(({ lines: own }) => {
    const parts: StampedLine[] = [];
    let before = '';
    for (const line of labels.slice(at, at + own.length)) {
      const last = parts.at(-1);
      if (last && (line.voice === null || line.voice === last.voice)) last.text += goesOn(before, line.text);
      else parts.push({ ...line });
      before = line.text;
    }
    at += own.length;
    return parts;
  });
}

/** Paragraphs by empty lines, and by names before lines. A speaker's name that has a line of its own belongs to the next one. */
function blocksOf(lines: readonly string[]): string[] {
  const text = lines.join('\n').trim();
  const shown = lines.filter((line) => line !== '');
  const labels = findLabels(shown);
  const named = new Set(shown.filter((_, index) => labels[index] && labels[index].text !== ''));
  if (/\n{2,}/.test(text)) {
    const blocks = text.split(/\n{2,}/).map((block) => block.split('\n'));
    if (areWholeNames(blocks))
      return blocks.map(([name = '', ...more]) => `${name.replace(/:$/, '')}: ${joinRows(more)}`);
    return blocks.flatMap((block) => {
      const parts: string[] = [];
      for (const [at, line] of block.entries()) {
        if (parts.length === 0 || named.has(line)) parts.push(line);
        else parts.push(`${parts.pop()}${goesOn(block[at - 1] ?? '', line)}`);
      }
      return parts;
    });
  }
  return text.replaceAll(/(?<=[^\n][:：])\n(?=[^\n])/gu, ' ').split('\n');
}
