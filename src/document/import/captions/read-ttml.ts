import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import { badImport } from '../bad-import.ts';
import type { ImportNotes } from '../import-notes.ts';
import { decodeEntities } from '../text/decode-entities.ts';
import { inOneRow } from '../text/join-rows.ts';
import { type XmlEvent, xmlEvents } from '../text/xml-events.ts';
import { mendedEnd } from './cue-blocks.ts';
import { fieldPassages, type RowedCue } from './cue-passages.ts';
import { type TtmlClock, ttmlClock } from './ttml-times.ts';
import { type Piece, SHORTEST, ttmlWords } from './ttml-words.ts';

/** An element with times, and what stands in it. */
interface Timed {
  name: string;
  /** Seconds from the file's start; null if neither it nor what it is in says it. */
  start: number | null;
  end: number | null;
  agent: string | null;
  /** Whether its children follow each other; where the last one ended, or the latest of those that do not. */
  inTurn: boolean;
  reached: number | null;
  /** Its own end; where it has none, the latest one of what is in it counts. */
  ownEnd: number | null;
}

interface Paragraph extends Pick<Timed, 'name' | 'start' | 'end' | 'agent'> {
  depth: number;
  rows: string[];
  pieces: Piece[];
}

type Opening = Extract<XmlEvent, { kind: 'open' }>;

/** Deeper than any file that somebody wrote. */
const DEEPEST = 200;
const CUES = new Set(['p', 'text']);
/** Elements whose text is about the cue. */
const ASIDE = new Set(['metadata', 'head', 'title', 'desc', 'copyright']);

/** Milliseconds as YouTube has them, or seconds of its older form. */
const numberOf = (text: string | undefined, unit: number): number | null => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value * unit : null;
};

function timesOf(
  { name, attributes }: Opening,
  clock: TtmlClock,
): { begin: number | null; end: number | null; length: number | null } {
  if (name === 'text') {
    return {
      begin: numberOf(attributes.get('start'), 1),
      end: null,
      length: numberOf(attributes.get('dur'), 1),
    };
  }
  if (attributes.has('t')) {
    return {
      begin: numberOf(attributes.get('t'), 0.001),
      end: null,
      length: numberOf(attributes.get('d'), 0.001),
    };
  }
  return {
    begin: clock(attributes.get('begin')),
    end: clock(attributes.get('end')),
    length: clock(attributes.get('dur')),
  };
}

/**
 * Times within another element count from its start, or from the end of the one before where they follow each other.
 *
 * @param isAbsolute whether they count from the file's start instead, as Apple writes them
 */
function timed(event: Opening, outer: Timed | undefined, clock: TtmlClock, isAbsolute: boolean): Timed {
  const { begin, end, length } = timesOf(event, clock);
  const base = (isAbsolute && begin !== null ? 0 : outer?.inTurn ? outer.reached : outer?.start) ?? 0;
  const hasBase = outer?.inTurn || (outer?.start ?? null) !== null;
  const start = begin !== null ? base + begin : hasBase ? base : null;
  const own = end !== null ? base + end : length !== null && start !== null ? start + length : null;
  return {
    name: event.name,
    start,
    end: own ?? outer?.end ?? null,
    agent: event.attributes.get('agent') ?? outer?.agent ?? null,
    inTurn: event.attributes.get('timecontainer') === 'seq',
    reached: start,
    ownEnd: own,
  };
}

/** An element that ended: what it is in has come so far. */
function leave({ ownEnd, reached }: Timed, outer: Timed | undefined): void {
  const end = ownEnd ?? reached;
  if (!outer || end === null) return;
  outer.reached = outer.inTurn ? end : Math.max(outer.reached ?? end, end);
}

/** Collects the cues of a file, element by element. */
class TtmlCues {
  readonly cues: RowedCue[] = [];
  untimed = 0;
  /** Whether an element ends after the one that it is in, which none does. */
  isOverlong = false;
  readonly #name: string;
  readonly #isAbsolute: boolean;
  readonly #open: Timed[] = [];
  readonly #agents = new Map<string, string>();
  #clock = ttmlClock(new Map());
  #agent: string | null = null;
  #hasWords = false;
  #paragraph: Paragraph | null = null;

  constructor(name: string, isAbsolute: boolean) {
    this.#name = name;
    this.#isAbsolute = isAbsolute;
  }

  read(event: XmlEvent): void {
    if (event.kind === 'text') this.#text(event.text);
    else if (event.kind === 'close') this.#close(event.name);
    else if (event.name === 'br') {
      this.#paragraph?.rows.push('');
      this.#paragraph?.pieces.push({ text: '\n', start: null, end: null });
    } else if (!event.isEmpty) this.#begin(event);
  }

  #text(text: string): void {
    const rows = this.#paragraph?.rows;
    // What stands between elements, and breaks of lines, is no space where the script has none.
    const shown = text.trim() === '' ? '\n' : text;
    if (rows && !this.#open.some(({ name }) => ASIDE.has(name))) {
      const { start = null, end = null } =
        this.#open.slice(this.#paragraph?.depth).findLast((one) => one.start !== null) ?? {};
      const last = this.#paragraph?.pieces.at(-1);
      // Words that are elements of their own may have no space between.
      const isApart =
        /^\S/u.test(text) &&
        /\S$/u.test(last?.text ?? ' ') &&
        start !== null &&
        last?.start !== null &&
        last?.start !== start &&
        this.#hasWords;
      this.#paragraph?.pieces.push({ text, start, end });
      rows.push(`${rows.pop() ?? ''}${isApart ? '\n' : ''}${shown}`);
    } else if (this.#agent !== null && this.#open.at(-1)?.name === 'name')
      this.#agents.set(this.#agent, text.trim());
  }

  #begin(event: Opening): void {
    if (event.name === 'tt') this.#clock = ttmlClock(event.attributes);
    if (event.name === 'agent') this.#agent = event.attributes.get('id') ?? null;
    const outer = this.#open.at(-1);
    const element = timed(event, outer, this.#clock, this.#isAbsolute);
    this.#hasWords ||= event.attributes.get('unit') === 'word';
    this.isOverlong ||=
      event.attributes.has('end') && (element.end ?? 0) > (outer?.end ?? Number.POSITIVE_INFINITY) + SHORTEST;
    this.#open.push(element);
    if (this.#open.length > DEEPEST) {
      throw badImport(this.#name, null, msg`its elements lie in each other without end`);
    }
    if (this.#paragraph) widen(this.#paragraph, element);
    else if (CUES.has(event.name))
      this.#paragraph = { ...element, depth: this.#open.length, rows: [''], pieces: [] };
  }

  #close(name: string): void {
    if (!this.#open.some((element) => element.name === name)) return;
    for (let left = this.#open.pop(); left; left = this.#open.pop()) {
      leave(left, this.#open.at(-1));
      if (left.name === name) break;
    }
    if (!this.#paragraph || this.#open.length >= this.#paragraph.depth) return;
    this.#finish(this.#paragraph);
    this.#paragraph = null;
  }

  #finish({ name, rows, pieces, start, end, agent }: Paragraph): void {
    const shown = rows.map((row) => inOneRow(row).trim());
    if (shown.every((row) => row === '')) return;
    const voice = agent === null ? null : (this.#agents.get(agent) ?? agent);
    // YouTube's older form has its references twice.
    const texts = name === 'text' ? shown.map(decodeEntities) : shown;
    if (start === null) this.untimed++;
    else
      this.cues.push({
        start: roundSeconds(start),
        end: end ?? Number.NaN,
        voice,
        rows: texts,
        words: ttmlWords(pieces, end, this.#hasWords),
      });
  }
}

/** The cues of a TTML file, such as DFXP, IMSC and EBU-TT-D, or of YouTube's XML. Throws AppError 400 if there is none. */
export function readTtml(name: string, content: string, notes: ImportNotes): ImportedPassage[] {
  const read = (isAbsolute: boolean) => {
    const found = new TtmlCues(name, isAbsolute);
    for (const event of xmlEvents(content)) found.read(event);
    return found;
  };
  const relative = read(false);
  const { cues, untimed } = relative.isOverlong ? read(true) : relative;
  if (untimed > 0) notes.add(null, msg`${untimed} of its cues have no times, and were left out`);
  if (cues.length === 0)
    throw badImport(name, null, msg`it has no text with times: no p element with begin and end`);
  return fieldPassages(
    cues.map((cue, at) =>
      Number.isNaN(cue.end) ? { ...cue, end: mendedEnd(cue, cues[at + 1]?.start) } : cue,
    ),
  );
}

/** The times of a paragraph that has none are those of its spans. */
function widen(paragraph: Paragraph, { start, end, agent }: Timed): void {
  paragraph.start ??= start;
  if (paragraph.end === null || (end !== null && end > paragraph.end)) paragraph.end = end;
  paragraph.agent ??= agent;
}
