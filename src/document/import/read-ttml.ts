import type { ImportedPassage } from '../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../lib/errors/msg.ts';
import { badImport } from './bad-import.ts';
import { mendedEnd } from './cue-blocks.ts';
import { cuePassages, type RowedCue } from './cue-passages.ts';
import { decodeEntities } from './decode-entities.ts';
import type { ImportNotes } from './import-notes.ts';
import { type TtmlClock, ttmlClock } from './ttml-times.ts';
import { type XmlEvent, xmlEvents } from './xml-events.ts';

/** An element with times, and what stands in it. */
interface Timed {
  name: string;
  /** Seconds from the file's start; null if neither it nor what it is in says it. */
  start: number | null;
  end: number | null;
  agent: string | null;
  /** Whether its children follow each other; where the last one ended. */
  inTurn: boolean;
  reached: number | null;
}

interface Paragraph extends Pick<Timed, 'name' | 'start' | 'end' | 'agent'> {
  depth: number;
  rows: string[];
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

/** Times within another element count from its start, or from the end of the one before where they follow each other. */
function timed(event: Opening, outer: Timed | undefined, clock: TtmlClock): Timed {
  const { begin, end, length } = timesOf(event, clock);
  const base = (outer?.inTurn ? outer.reached : outer?.start) ?? 0;
  const hasBase = outer?.inTurn || (outer?.start ?? null) !== null;
  const start = begin !== null ? base + begin : hasBase ? base : null;
  const own = end !== null ? base + end : length !== null && start !== null ? start + length : null;
  if (outer?.inTurn) outer.reached = own ?? start;
  return {
    name: event.name,
    start,
    end: own ?? outer?.end ?? null,
    agent: event.attributes.get('agent') ?? outer?.agent ?? null,
    inTurn: event.attributes.get('timecontainer') === 'seq',
    reached: start,
  };
}

/** Collects the cues of a file, element by element. */
class TtmlCues {
  readonly cues: RowedCue[] = [];
  untimed = 0;
  readonly #name: string;
  readonly #open: Timed[] = [];
  readonly #agents = new Map<string, string>();
  #clock = ttmlClock(new Map());
  #agent: string | null = null;
  #paragraph: Paragraph | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  read(event: XmlEvent): void {
    if (event.kind === 'text') this.#text(event.text);
    else if (event.kind === 'close') this.#close(event.name);
    else if (event.name === 'br') this.#paragraph?.rows.push('');
    else if (!event.isEmpty) this.#begin(event);
  }

  #text(text: string): void {
    const rows = this.#paragraph?.rows;
    if (rows && !this.#open.some(({ name }) => ASIDE.has(name))) rows.push(`${rows.pop() ?? ''}${text}`);
    else if (this.#agent !== null && this.#open.at(-1)?.name === 'name')
      this.#agents.set(this.#agent, text.trim());
  }

  #begin(event: Opening): void {
    if (event.name === 'tt') this.#clock = ttmlClock(event.attributes);
    if (event.name === 'agent') this.#agent = event.attributes.get('id') ?? null;
    const element = timed(event, this.#open.at(-1), this.#clock);
    this.#open.push(element);
    if (this.#open.length > DEEPEST) {
      throw badImport(this.#name, null, msg`its elements lie in each other without end`);
    }
    if (this.#paragraph) widen(this.#paragraph, element);
    else if (CUES.has(event.name)) this.#paragraph = { ...element, depth: this.#open.length, rows: [''] };
  }

  #close(name: string): void {
    if (!this.#open.some((element) => element.name === name)) return;
    while (this.#open.length > 0 && this.#open.pop()?.name !== name);
    if (!this.#paragraph || this.#open.length >= this.#paragraph.depth) return;
    this.#finish(this.#paragraph);
    this.#paragraph = null;
  }

  #finish({ name, rows, start, end, agent }: Paragraph): void {
    const shown = rows.map((row) => row.replaceAll(/\s+/gu, ' ').trim());
    if (shown.every((row) => row === '')) return;
    const voice = agent === null ? null : (this.#agents.get(agent) ?? agent);
    // YouTube's older form has its references twice.
    const texts = name === 'text' ? shown.map(decodeEntities) : shown;
    if (start === null || (end !== null && end < start)) this.untimed++;
    else this.cues.push({ start, end: end ?? Number.NaN, voice, rows: texts });
  }
}

/** The cues of a TTML file, such as DFXP, IMSC and EBU-TT-D, or of YouTube's XML. Throws AppError 400 if there is none. */
export function readTtml(name: string, content: string, notes: ImportNotes): ImportedPassage[] {
  const found = new TtmlCues(name);
  for (const event of xmlEvents(content)) found.read(event);
  const { cues, untimed } = found;
  if (untimed > 0) notes.add(null, msg`${untimed} of its cues have no times, and were left out`);
  if (cues.length === 0)
    throw badImport(name, null, msg`it has no text with times: no p element with begin and end`);
  return cuePassages(
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
