import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import { badImport, type ImportNotes } from '../bad-import.ts';
import { spokenWords } from '../json/spoken-words.ts';
import { inOneRow, joinRows } from '../text/join-rows.ts';
import { elementsIn, textIn, type XmlElement, xmlRoot } from '../text/xml-elements.ts';
import { LIMITS, REWRITE } from '../vocabulary/patterns.ts';
import { secondsOf } from '../written-times.ts';
import { mendedEnd } from './cue-blocks.ts';
import { withoutSyllables } from './cue-markup.ts';
import { fieldPassages, type RowedCue } from './cue-passages.ts';

type Attributes = ReadonlyMap<string, string>;

/** Seconds of a time expression; null for none, or one that cannot be read. */
type TtmlClock = (time: string | undefined) => number | null;

const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** The times of a file, by the attributes of its root: "00:00:01.5", "00:00:01:12" in frames, "1.5s", "1500ms", "36f" and "15000000t". */
function ttmlClock(root: Attributes): TtmlClock {
  const [numerator = 1, denominator = 1] = (root.get('frameratemultiplier') ?? '1 1')
    .split(/[\s:]+/)
    .map(Number);
  const frames = (Number(root.get('framerate') ?? 30) * numerator) / denominator;
  // A time code that counts all frames at 23.976 falls behind the clock; one that drops some does not.
  const isCode = root.get('timebase') === 'smpte' && !root.get('dropmode')?.startsWith('drop');
  const pace = isCode ? denominator / numerator : 1;
  const ticks = Number(root.get('tickrate') ?? (root.has('framerate') ? frames : 1));
  const units = { ...UNITS, f: 1 / frames, t: 1 / ticks };
  return (raw = '') => {
    const time = raw.trim();
    const [, clock = time, frame = 0] = /^(\d+:\d{2}:\d{2}):(\d{1,3})(?:\.\d+)?$/.exec(time) ?? [];
    const [, count, unit = ''] = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/.exec(time) ?? [];
    const whole = secondsOf(clock);
    const coded = whole === null ? Number.NaN : whole * pace + Number(frame) / frames;
    const seconds = count === undefined ? coded : Number(count) * (units[unit as keyof typeof units] ?? 1);
    return Number.isFinite(seconds) ? Math.round(seconds * 1e6) / 1e6 : null;
  };
}

/** Seconds from the file's start, and who speaks; null if neither an element nor what it is in says it. */
interface Timed {
  start: number | null;
  end: number | null;
  agent: string | null;
  /** Whether what is in it follows each other, and how far that has come. */
  inTurn: boolean;
  reached: number | null;
}

/** A piece of a paragraph's text; the start is that of the innermost element with one of its own, if it is within the paragraph. */
interface Piece {
  text: string;
  start: number | null;
  end: number | null;
}
type Paragraph = Omit<Timed, 'inTurn' | 'reached'> & { pieces: Piece[] };

const UNTIMED: Piece = { text: '', start: null, end: null };
const TIMES = ['begin', 'end', 'dur'];
/** Elements whose text is about the cue. */
const ASIDE = new Set(['metadata', 'head', 'title', 'desc', 'copyright']);
/** Sign for the end of a row, in the text of a paragraph. */
const BREAK = '\u2028';

/** How far an element has come with one in it that has an end. */
const reachedWith = ({ inTurn, reached }: Timed, end: number | null): number | null =>
  end === null ? reached : inTurn ? end : Math.max(reached ?? end, end);

/** The times of a paragraph that has none are those of its spans. */
function widen(paragraph: Paragraph, { start, end, agent }: Timed): void {
  paragraph.start ??= start;
  paragraph.agent ??= agent;
  if (paragraph.end === null || (end !== null && end > paragraph.end)) paragraph.end = end;
}

/** The text of the pieces in rows. What is between elements, and breaks of lines, are no spaces where the script has none. */
function rowsOf(pieces: readonly Piece[], areWords: boolean): string[] {
  const joined = pieces.map(({ text, start }, at) => {
    const before = pieces[at - 1];
    // Words that are elements of their own may have no space between.
    const isOther = before && ![null, start].includes(before.start) && start !== null;
    const isApart = areWords && isOther && /\S$/u.test(before.text) && /^\S/u.test(text);
    return `${isApart ? '\n' : ''}${text === BREAK || text.trim() !== '' ? text : '\n'}`;
  });
  return joined
    .join('')
    .split(BREAK)
    .map((row) => inOneRow(row).trim());
}

/**
 * Words that have an element of their own with times; null if any has not. A syllable belongs to the piece before.
 *
 * @param areWords whether the file says that its elements are words, whatever is between them
 */
function ttmlWords(
  pieces: readonly Piece[],
  { end, areWords, text: all }: { end: number | null; areWords: boolean; text: string },
): RowedCue['words'] {
  const parts = pieces.map((piece, at) => {
    const isApart = areWords || at === 0 || /\s$/u.test(pieces[at - 1]?.text ?? '');
    return { ...piece, isJoined: !isApart && /^\S/u.test(piece.text) && piece.text !== BREAK };
  });
  const timed = parts.filter(({ text }) => text.trim() !== '');
  if (timed.length < 2 || timed.some(({ text, start }) => start === null || /\S\s+\S/u.test(text)))
    return null;
  const said = withoutSyllables(timed);
  const words = said.map(({ text: word, start, end: own }, at) => {
    const next = said[at + 1]?.start ?? end ?? start ?? 0;
    return { word: word.trim(), start, end: Math.min(own ?? next, next), confidence: null };
  });
  return spokenWords(words, { start: 0, end: 0, text: all });
}

/** The cues of a file. `isAbsolute`: whether times count from the file's start even within an element with a time. */
function cuesOf(root: XmlElement, isAbsolute: boolean) {
  const all = elementsIn(root);
  const clock = ttmlClock(all.find(({ name }) => name === 'tt')?.attributes ?? new Map());
  const areWords = all.some(({ attributes }) => attributes.get('unit') === 'word');
  const agents = new Map(
    all.flatMap((one) => (one.name === 'agent' ? [[one.attributes.get('id'), textIn(one).trim()]] : [])),
  );
  const found = { cues: [] as RowedCue[], untimed: 0, isOverlong: false };

  const finish = ({ start, end, agent, pieces }: Paragraph): void => {
    const shown = rowsOf(pieces, areWords);
    if (shown.every((row) => row === '')) return;
    if (start === null) {
      found.untimed++;
      return;
    }
    found.cues.push({
      start: roundSeconds(start),
      end: end ?? Number.NaN,
      voice: agent === null ? null : agents.get(agent) || agent,
      rows: shown,
      words: ttmlWords(pieces, { end, areWords, text: joinRows(shown) }),
    });
  };

  /** An element in another one: without a time of its own, it has that of the other. */
  const timed = ({ attributes }: XmlElement, outer: Timed) => {
    const [begin = null, end = null, length = null] = TIMES.map((key) => clock(attributes.get(key)));
    const before = outer.inTurn ? (outer.reached ?? 0) : outer.start;
    const base = isAbsolute && begin !== null ? 0 : (before ?? 0);
    const start = begin === null ? before : base + begin;
    const ownEnd = end !== null ? base + end : length !== null && start !== null ? start + length : null;
    // None ends after the one that it is in.
    found.isOverlong ||=
      end !== null && (ownEnd ?? 0) > (outer.end ?? Number.POSITIVE_INFINITY) + LIMITS.roundedEnd;
    const agent = attributes.get('agent') ?? outer.agent;
    const inTurn = attributes.get('timecontainer') === 'seq';
    const own: Timed = { start, end: ownEnd ?? outer.end, agent, inTurn, reached: start };
    return { own, ownEnd };
  };

  /** Reads an element; its end, or how far what is in it has come. */
  const read = (
    element: XmlElement,
    outer: Timed,
    within: Paragraph | null,
    before: Piece,
  ): number | null => {
    const { own, ownEnd } = timed(element, outer);
    const paragraph = within ?? (element.name === 'p' ? { ...own, pieces: [] } : null);
    if (within) widen(within, own);
    const piece = within && own.start !== null ? { text: '', start: own.start, end: own.end } : before;
    for (const one of element.inside) {
      if (typeof one === 'string') paragraph?.pieces.push({ ...piece, text: one });
      else if (one.name === 'br') paragraph?.pieces.push({ ...UNTIMED, text: BREAK });
      else if (!ASIDE.has(one.name)) own.reached = reachedWith(own, read(one, own, paragraph, piece));
    }
    if (paragraph && !within) finish(paragraph);
    return ownEnd ?? own.reached;
  };
  read(root, { start: null, end: null, agent: null, inTurn: false, reached: null }, null, UNTIMED);
  return found;
}

/** The cues of a TTML file, such as DFXP, IMSC and EBU-TT-D, or of YouTube's XML. Throws AppError 400 if there is none. */
export function readTtml(name: string, content: string, notes: ImportNotes): ImportedPassage[] {
  const root = xmlRoot(REWRITE.ttml(content));
  const relative = cuesOf(root, false);
  const { cues, untimed } = relative.isOverlong ? cuesOf(root, true) : relative;
  if (untimed > 0) notes.add(null, msg`${untimed} of its cues have no times, and were left out`);
  if (cues.length === 0)
    throw badImport(name, null, msg`it has no text with times: no p element with begin and end`);
  return fieldPassages(
    cues.map((cue, at) =>
      Number.isNaN(cue.end) ? { ...cue, end: mendedEnd(cue, cues[at + 1]?.start) } : cue,
    ),
  );
}
