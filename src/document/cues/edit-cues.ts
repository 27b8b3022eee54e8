import type {
  CaptionStyle,
  CorrectedCue,
  CorrectedTranscript,
  CorrectedWord,
  Paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';
import { roundSeconds } from '../../lib/round-seconds.ts';
import { type Change, listChange } from '../edits/change.ts';
import { withWords } from '../paragraphs.ts';
import { retimeWords } from '../words/retime-words.ts';
import { splitText } from '../words/split-into-words.ts';
import { lettersOf } from './set-cues.ts';
import { severalSpeak, withoutMarks } from './speaker-marks.ts';

/** Seconds between two cues: two frames at 25 a second. */
const GAP = 0.08;
/** No cue is shorter than a frame. */
const FRAME = 0.04;

const isShown = ({ struck, redacted }: CorrectedWord) => !struck && !redacted;

const withText = (words: readonly CorrectedWord[]) =>
  words
    .map(({ word }) => word)
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** The words whose start is in a cue's stretch, by paragraph. */
const paragraphsOf = ({ paragraphs }: CorrectedTranscript, { channel, from, until }: CorrectedCue) =>
  paragraphs.flatMap((paragraph, index) => {
    if (paragraph.channel !== channel || paragraph.end < from || paragraph.start >= until) return [];
    const words = paragraph.words.filter(({ start }) => start >= from && start < until);
    return words.length > 0 ? [{ paragraph, index, words }] : [];
  });

const wordsOf = (document: CorrectedTranscript, cue: CorrectedCue): CorrectedWord[] =>
  paragraphsOf(document, cue).flatMap(({ words }) => words.filter(isShown));

/** Whether a cue shows what its words are, and not rows of its own. */
const showsWords = ({ rows, follows }: CorrectedCue) => rows === null || follows === true;

/** Replaces cues; they remain in order of their words. */
function replaceCues(
  { cues }: CorrectedTranscript,
  gone: readonly CorrectedCue[],
  come: readonly CorrectedCue[],
  next?: number,
): Change {
  const kept = (cues ?? []).filter((cue) => !gone.includes(cue));
  return listChange({ cues: [...kept, ...come].toSorted((a, b) => a.from - b.from) }, next);
}

const cueOf = ({ cues }: CorrectedTranscript, id: string) => cues?.find((cue) => cue.id === id);

/** The next cue of the same channel. */
const nextCue = ({ cues }: CorrectedTranscript, cue: CorrectedCue): CorrectedCue | undefined =>
  cues
    ?.filter((one) => one !== cue && one.channel === cue.channel && one.from >= cue.until)
    .toSorted((a, b) => a.from - b.from)[0];

/**
 * Splits a cue at a place in the text that it shows, at the end of the word there. The second begins with its first
 * word. Null if one of them would have no words.
 *
 * @param text what the cue shows, its rows joined by one character each
 */
export function splitCue(
  document: CorrectedTranscript,
  id: string,
  { text, offset }: { text: string; offset: number },
): Change | null {
  const cue = cueOf(document, id);
  const words = cue ? wordsOf(document, cue) : [];
  if (!cue || words.length < 2) return null;
  const spoken = lettersOf(withText(words));
  // Rows of its own may be longer or shorter than the words.
  const wanted = (lettersOf(text.slice(0, offset)) * spoken) / Math.max(1, lettersOf(text));
  let letters = 0;
  const at = words.findIndex(({ word }) => {
    const before = letters;
    letters += lettersOf(word);
    return before >= wanted;
  });
  const [last, first] = [words[at - 1], words[at]];
  if (!last || !first) return null;
  const middle = Math.min(
    Math.max(first.start, cue.start + FRAME + GAP),
    Math.max(cue.start, cue.end - FRAME),
  );
  const end = Math.max(cue.start + FRAME, Math.min(last.end, middle - GAP));
  const own = (part: string) => (showsWords(cue) ? null : [part.replaceAll(/\s+/gu, ' ').trim()]);
  const { follows: _, ...rest } = cue;
  const head = { ...rest, end: roundSeconds(end), until: first.start, rows: own(text.slice(0, offset)) };
  const tail = {
    ...rest,
    id: `q${document.next}`,
    start: roundSeconds(middle),
    from: first.start,
    rows: own(text.slice(offset)),
  };
  return replaceCues(document, [cue], [head, tail], document.next + 1);
}

/** Joins a cue with the next one of its channel; null for the last one. */
export function joinCues(document: CorrectedTranscript, id: string): Change | null {
  const cue = cueOf(document, id);
  const next = cue && nextCue(document, cue);
  if (!cue || !next) return null;
  const rowsOf = (one: CorrectedCue) => one.rows ?? [withText(wordsOf(document, one))];
  const rows = showsWords(cue) && showsWords(next) ? null : [...rowsOf(cue), ...rowsOf(next)];
  const { follows: _, ...rest } = cue;
  const end = Math.max(cue.end, next.end);
  return replaceCues(document, [cue, next], [{ ...rest, end, until: next.until, rows }]);
}

/** Sets when a cue is shown, in seconds; at least for a frame, and within the recording. Null if that is so. */
export function moveCue(
  document: CorrectedTranscript,
  id: string,
  times: { start?: number; end?: number },
): Change | null {
  const cue = cueOf(document, id);
  if (!cue) return null;
  const latest = Math.max(document.duration, cue.end);
  const wanted = { start: times.start ?? cue.start, end: times.end ?? cue.end };
  if (!Number.isFinite(wanted.start) || !Number.isFinite(wanted.end)) return null;
  // The edge that was moved gives way, not the other one.
  const start =
    times.start === undefined ? cue.start : Math.min(Math.max(0, wanted.start), wanted.end - FRAME);
  const end = times.end === undefined ? cue.end : Math.max(Math.min(wanted.end, latest), start + FRAME);
  const moved = { ...cue, start: roundSeconds(Math.max(0, start)), end: roundSeconds(end) };
  return moved.start === cue.start && moved.end === cue.end ? null : replaceCues(document, [cue], [moved]);
}

/** Moves all cues in time, or those from one on; none begins before the recording. Null if nothing moves. */
export function shiftCues(
  document: CorrectedTranscript,
  seconds: number,
  fromId: string | null = null,
): Change | null {
  const earliest = fromId === null ? 0 : (cueOf(document, fromId)?.start ?? Number.POSITIVE_INFINITY);
  const moving = (document.cues ?? []).filter(({ start }) => start >= earliest);
  const by = Math.max(
    seconds,
    -moving.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY),
  );
  if (moving.length === 0 || !Number.isFinite(by) || by === 0) return null;
  const moved = moving.map((cue) => ({
    ...cue,
    start: roundSeconds(cue.start + by),
    end: roundSeconds(cue.end + by),
  }));
  return replaceCues(document, moving, moved);
}

/** The paragraphs whose words a cue's new text changes. */
function writtenWords(document: CorrectedTranscript, cue: CorrectedCue, text: string): Change | null {
  const within = paragraphsOf(document, cue);
  const [first] = within;
  const old = within.flatMap(({ words }) => words.filter(isShown));
  if (!first || old.length === 0 || withText(old) === text) return null;
  const space = /^\s*/u.exec(old[0]?.word ?? '')?.[0] ?? '';
  const { from: earliest, until: latest } = cue;
  const words = retimeWords(old, splitText(space + text, first.paragraph.language), { earliest, latest });
  const changed = within.map(({ paragraph, words: before }, at): Paragraph => {
    const begins = at === 0 ? Number.NEGATIVE_INFINITY : (before[0]?.start ?? 0);
    const ends = within[at + 1]?.words[0]?.start ?? Number.POSITIVE_INFINITY;
    const now = words.filter(({ start }) => start >= begins && start < ends);
    const kept = paragraph.words.filter((word) => !before.includes(word) || !isShown(word));
    return withWords(
      paragraph,
      [...kept, ...now].toSorted((a, b) => a.start - b.start),
    );
  });
  const at = first.index;
  const remove = (within.at(-1)?.index ?? at) - at + 1;
  const insert = document.paragraphs
    .slice(at, at + remove)
    .map((paragraph) => changed.find(({ id }) => id === paragraph.id) ?? paragraph);
  return { at, remove, insert };
}

/**
 * Writes what a cue shows: the words in the transcript change with it, and rows remain as they were written until the
 * words change elsewhere. Null for an empty text, and if nothing changes.
 */
export function writeCue(document: CorrectedTranscript, id: string, rows: readonly string[]): Change | null {
  const cue = cueOf(document, id);
  const written = rows.map((row) => row.replaceAll(/\s+/gu, ' ').trim()).filter(Boolean);
  if (!cue || written.length === 0 || written.join('\n') === cue.rows?.join('\n')) return null;
  const spoken = severalSpeak(paragraphsOf(document, cue).map(({ paragraph }) => paragraph));
  const words = writtenWords(document, cue, (spoken ? withoutMarks(written) : written).join(' '));
  const cues = replaceCues(document, [cue], [{ ...cue, rows: written, follows: true }]);
  return words ? { ...words, ...(cues.lists && { lists: cues.lists }) } : cues;
}

/** Lays the rows of a cue out anew, from its words; null if they are. */
export function freeRows(document: CorrectedTranscript, id: string): Change | null {
  const cue = cueOf(document, id);
  return cue && cue.rows !== null ? replaceCues(document, [cue], [{ ...cue, rows: null }]) : null;
}

/** Marks that who speaks in a cue is not in the picture; where that is marked, that they are. */
export function turnOffScreen(document: CorrectedTranscript, id: string): Change | null {
  const cue = cueOf(document, id);
  if (!cue) return null;
  const { off_screen, ...rest } = cue;
  return replaceCues(document, [cue], [off_screen ? rest : { ...rest, off_screen: true }]);
}

/** Sets how the player shows captions. */
export const styleCaptions = (style: CaptionStyle): Change => listChange({ caption_style: style });
