import type {
  CorrectedTranscript,
  CorrectedWord,
  DocumentSpeaker,
} from '../../contract/transcripts/corrected-transcript.ts';
import type { Utterance, Word } from '../../contract/transcripts/utterance.ts';
import { wordsForText } from '../edits/edit-text.ts';
import { makeDocument } from '../make-document.ts';
import { carryOver } from './carry-over.ts';

/** Name of the version of a transcript that was shown while it was spoken. */
export const LIVE_VERSION = 'Live text';

/** What was said without a pause, as a live session has it so far. */
export interface LiveLine {
  id: string;
  channel: number;
  language: Utterance['language'];
  /** Words that no later message changes; times in seconds of the session. */
  settled: readonly Word[];
  /** Words that may become others. */
  unsettled: readonly Word[];
  isFinal: boolean;
  /** Who says it, once that is known. */
  speaker: LiveSpeaker | null;
  /** What a person wrote in the place of the first so many settled words; null if nothing. */
  correction: { covers: number; words: readonly CorrectedWord[] } | null;
}

/** A speaker of a session, numbered from 0; the name is that of a voice that was named before. */
export interface LiveSpeaker {
  speaker: number;
  name?: string | undefined;
}

/** A moment that matters, in seconds of the session. */
export interface LiveMark {
  id: number;
  seconds: number;
  text: string;
}

/** A message about an utterance; without `settled_words`, only a final one has settled words. */
export interface LiveText {
  id: string;
  is_final: boolean;
  utterance: Utterance & { settled_words?: number | undefined };
}

/** The lines with what a message says. Words that were settled before remain as they were. */
export function takeLiveText(lines: readonly LiveLine[], { id, is_final, utterance }: LiveText): LiveLine[] {
  const at = lines.findIndex((line) => line.id === id);
  const before = lines[at];
  const { words, channel, language } = utterance;
  const count = Math.max(
    is_final ? words.length : Math.min(utterance.settled_words ?? 0, words.length),
    before?.settled.length ?? 0,
  );
  const settled = [...(before?.settled ?? []), ...words.slice(before?.settled.length ?? 0, count)];
  const unsettled = words.slice(count);
  // Speech that turned out to be none.
  if (settled.length + unsettled.length === 0) return lines.filter((line) => line.id !== id);
  const line: LiveLine = {
    id,
    channel,
    language,
    settled,
    unsettled,
    isFinal: is_final,
    speaker: before?.speaker ?? null,
    correction: before?.correction ?? null,
  };
  if (before) return lines.with(at, line);
  const after = lines.findLastIndex((other) => startOf(other) <= startOf(line)) + 1;
  return lines.toSpliced(after, 0, line);
}

/** The lines with who says them, as a message has it. */
export const takeSpeakers = (
  lines: readonly LiveLine[],
  news: readonly ({ id: string } & LiveSpeaker)[],
): LiveLine[] =>
  lines.map((line) => {
    const { speaker, name } = news.find(({ id }) => id === line.id) ?? {};
    return speaker === undefined ? line : { ...line, speaker: { speaker, name } };
  });

/** Seconds of the session at which its first word begins. */
export const startOf = ({ settled, unsettled }: LiveLine): number => (settled[0] ?? unsettled[0])?.start ?? 0;

/** The same of its last word's end. */
export const endOf = ({ settled, unsettled }: LiveLine): number =>
  (unsettled.at(-1) ?? settled.at(-1))?.end ?? 0;

/** Its settled words, as a person corrected them. */
export const correctedWords = ({ settled, correction }: LiveLine): readonly CorrectedWord[] =>
  correction ? [...correction.words, ...settled.slice(correction.covers)] : settled;

export const textOfWords = (words: readonly Word[]): string =>
  words
    .map(({ word }) => word)
    .join('')
    .trim();

/**
 * The line with another text for its first settled words; those that were settled since, or are later, follow it.
 *
 * @param covers the number of settled words that the person saw
 */
export function correctLine(line: LiveLine, text: string, covers = line.settled.length): LiveLine {
  const seen = { ...line, settled: line.settled.slice(0, Math.max(covers, line.correction?.covers ?? 0)) };
  const words = [...correctedWords(seen)];
  const [first, last] = [seen.settled[0], seen.settled.at(-1)];
  if (!first || !last || text.trim() === textOfWords(words)) return line;
  const { channel, language, settled } = seen;
  const paragraph = {
    id: line.id,
    speaker: null,
    channel,
    language,
    start: first.start,
    end: last.end,
    words,
  };
  return { ...line, correction: { covers: settled.length, words: wordsForText(paragraph, text.trim()) } };
}

const utteranceOf = ({ channel, language }: LiveLine, words: readonly CorrectedWord[]): Utterance | null => {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return null;
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  const { start } = first;
  return { start, end: last.end, confidence, channel, language, words: [...words], text: textOfWords(words) };
};

/** What was said so far, as a person corrected it. */
export const utterancesOf = (lines: readonly LiveLine[]): Utterance[] =>
  lines.flatMap((line) => {
    const utterance = utteranceOf(line, correctedWords(line));
    if (!utterance) return [];
    return line.speaker ? { ...utterance, speaker: line.speaker.speaker } : utterance;
  });

/** Seconds after a line within which a mark still means it: people press after it was said. */
const MARK_REACH = 10;

/**
 * A session's text as documents: as the machine wrote it, and as a person corrected it, with their marks as highlights of the lines in
 * which they were set, or bookmarks where nobody spoke.
 *
 * @param names of the channels, from 0; a channel without one has none
 * @param duration of the session in seconds
 */
export function liveDocuments(
  lines: readonly LiveLine[],
  { marks, names, duration }: { marks: readonly LiveMark[]; names: readonly string[]; duration: number },
): { machine: CorrectedTranscript; edited: CorrectedTranscript } {
  const documentOf = (wordsOf: (line: LiveLine) => readonly CorrectedWord[]) =>
    makeDocument(
      lines.flatMap((line) => utteranceOf(line, wordsOf(line)) ?? []),
      duration,
    );
  const edited = documentOf(correctedWords);
  const notes = marks.map((mark, index) => ({ id: `n${edited.next + index}`, ...noteOf(mark, lines) }));
  const named = (speaker: DocumentSpeaker) => ({ ...speaker, name: names[speaker.channel ?? -1] || null });
  return {
    machine: documentOf(({ settled }) => settled),
    edited: { ...edited, next: edited.next + notes.length, notes, speakers: edited.speakers.map(named) },
  };
}

/** A corrected live text, with what the machine wrote, as it is kept until the whole recording has been recognised. */
export const untilRecognised = (
  machine: CorrectedTranscript,
  edited: CorrectedTranscript,
): CorrectedTranscript => ({
  ...edited,
  live: machine.paragraphs,
});

/** The transcript of the whole recording with what a person made of the live text. */
export const recognised = (document: CorrectedTranscript, whole: CorrectedTranscript): CorrectedTranscript =>
  document.live ? carryOver({ ...document, paragraphs: document.live }, document, whole).document : document;

function noteOf({ seconds, text }: LiveMark, lines: readonly LiveLine[]) {
  const line = lines.findLast((one) => startOf(one) <= seconds && seconds - endOf(one) <= MARK_REACH);
  return line
    ? {
        kind: 'highlight' as const,
        start: startOf(line),
        end: endOf(line),
        channel: line.channel,
        text,
        colour: 0,
      }
    : { kind: 'bookmark' as const, start: seconds, end: seconds, channel: null, text, colour: 0 };
}
