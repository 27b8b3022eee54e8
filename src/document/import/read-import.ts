import type { OwnMapping } from '../../contract/transcripts/import-mapping.ts';
import {
  type ImportedPassage,
  type ImportFormat,
  importFormat,
} from '../../contract/transcripts/imported-transcript.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { roundSeconds } from '../../lib/round-seconds.ts';
import { badImport, ImportNotes, quoted, unlessRefused } from './bad-import.ts';
import { mendedEnd } from './captions/cue-blocks.ts';
import { readAss } from './captions/read-ass.ts';
import { isLyrics, readCaptions, readLyrics, readSbv } from './captions/read-captions.ts';
import { readTtml } from './captions/read-ttml.ts';
import { type ReadJson, readJson } from './json/read-json-transcript.ts';
import { sinceFirst } from './late-times.ts';
import { readByOwn } from './own/read-by-own.ts';
import { readTable } from './tables/read-table.ts';
import { readTextGrid } from './tables/read-textgrid.ts';
import { goesOn } from './text/join-rows.ts';
import { readPlainText } from './text/read-plain-text.ts';
import { decodeText, plainText, seenText } from './text/read-text-bytes.ts';
import formats from './vocabulary/formats.json' with { type: 'json' };
import { LIMITS } from './vocabulary/patterns.ts';
import { withoutOwnName } from './voices/voice-labels.ts';

/** A transcript's file. */
export interface ImportFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Null to detect it by the name and the content. */
  format: ImportFormat | null;
  /** The person's mappings, which go before all others. */
  own?: readonly OwnMapping[] | undefined;
}

export type ReadImport = ReadJson & {
  format: ImportFormat;
  /** What was mended in the file or left out of it, for people. */
  notes: Message[];
};

/** Reads a transcript of another program. Throws AppError 400 with the line and the reason if it cannot be read. */
export function readImport({ name, bytes, format: given, own = [] }: ImportFile): ReadImport {
  const mapped = own.length > 0 ? readOwn(name, bytes, own) : null;
  if (mapped) return mapped;
  if (given === null) refuseOther(name, bytes);
  const content = decodeText(name, bytes);
  const format = given ?? formatOf(name, seenText(content.slice(0, 5000)));
  // What looks like a table of Markdown may be said.
  if (format === 'csv' && given === null && !isNamedSo(name) && !isTable(name, seenText(content)))
    return readImport({ name, bytes, format: 'txt' });
  const notes = new ImportNotes();
  const read: ReadJson =
    format === 'json'
      ? readJson(name, content, notes)
      : { passages: READERS[format](name, seenText(content), notes) };
  if (!('passages' in read)) return { ...read, format, notes: [] };
  return whole(name, { passages: read.passages, format }, notes);
}

/** A file by a person's mapping; null if none fits, or it is no text. */
function readOwn(name: string, bytes: ImportFile['bytes'], own: readonly OwnMapping[]): ReadImport | null {
  const notes = new ImportNotes();
  // Without own mappings, a refusal says which line is at fault.
  const content = unlessRefused(() => decodeText(name, bytes));
  const read = content === null ? null : readByOwn(own, seenText(content), notes);
  return read && whole(name, read, notes);
}

/** What was read, in order and with ends. */
function whole(
  name: string,
  read: { passages: ImportedPassage[]; format: ImportFormat },
  notes: ImportNotes,
): ReadImport {
  if (read.passages.length === 0) throw badImport(name, null, msg`it has no text`);
  refuseEndless(name, read.passages);
  const dated = sinceFirst(read.passages);
  const ordered = inOrder(dated?.passages ?? read.passages).map(withoutOwnName);
  const passages = mendedEnds(joinRowsOfOneTime(ordered), notes);
  return { passages, format: read.format, notes: [...(dated ? [dated.note] : []), ...notes.list()] };
}

const isTable = (name: string, content: string): boolean =>
  (unlessRefused(() => readTable(name, content, new ImportNotes())) ?? []).length > 0;

function refuseEndless(name: string, passages: readonly ImportedPassage[]): void {
  let count = 0;
  for (const { words, text } of passages) {
    if (words) count += words.length;
    else for (const _ of text.matchAll(/\S+/gu)) count++;
  }
  if (count > LIMITS.words)
    throw new AppError(
      'too_large',
      msg`${quoted(name)} has more than ${LIMITS.words} words. Cut it into parts. Nothing was changed.`,
    );
}

/** Passages by their start, if all have one. */
const inOrder = (passages: readonly ImportedPassage[]): ImportedPassage[] =>
  passages.every(({ start }) => start !== null)
    ? passages.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
    : [...passages];

type Reader = (name: string, content: string, notes: ImportNotes) => ImportedPassage[];

const READERS: Readonly<Record<Exclude<ImportFormat, 'json'>, Reader>> = {
  srt: (...file) => readCaptions(...file, 'srt'),
  vtt: (...file) => readCaptions(...file, 'vtt'),
  sbv: readSbv,
  ass: readAss,
  ttml: readTtml,
  csv: readTable,
  textgrid: readTextGrid,
  txt: (name, content, notes) =>
    (isLyrics(name, content) ? readLyrics(content) : null) ?? readPlainText(plainText(name, content), notes),
};

/** Markers, which are points: each lasts until the next one. */
const areMarkers = (passages: readonly ImportedPassage[]): boolean =>
  passages.length > 1 && passages.every(({ start, end }) => start !== null && start === end);

/** Passages in order, without ends that are not after their starts: they get those of their words, or of the time that reading takes. */
export function mendedEnds(passages: readonly ImportedPassage[], notes: ImportNotes): ImportedPassage[] {
  if (areMarkers(passages)) return passages.map((passage) => ({ ...passage, end: null }));
  return passages.map((passage, index) => {
    const { start, end, text, words } = passage;
    if (start === null || end === null || end > start) return passage;
    const said = words?.reduce((latest, word) => Math.max(latest, word.end), start) ?? start;
    const next = passages[index + 1]?.start ?? undefined;
    const mended = roundSeconds(said > start ? said : mendedEnd({ start, rows: [text] }, next));
    notes.add(
      null,
      msg`${quoted(text)} does not end after its start, and got an end at ${mended.toFixed(3)} s`,
    );
    return { ...passage, end: mended };
  });
}

/** Cues of the same times and voice as one with their rows: some programs write each row of a caption as a cue of its own. */
export function joinRowsOfOneTime(passages: readonly ImportedPassage[]): ImportedPassage[] {
  const joined: ImportedPassage[] = [];
  for (const passage of passages) {
    const last = joined.at(-1);
    const rows = [...(last?.rows ?? []), ...(passage.rows ?? [])];
    const isSame =
      (['start', 'end', 'voice'] as const).every((field) => last?.[field] === passage[field]) &&
      [last, passage].every((one) => one?.rows && one.words === null && one.end !== null);
    if (!last || !isSame || passage.turns || rows.length > LIMITS.rowsAtOnce) joined.push(passage);
    else joined[joined.length - 1] = { ...last, text: last.text + goesOn(last.text, passage.text), rows };
  }
  return joined;
}

/** What can be read, for people. */
const READABLE = 'SRT, WebVTT, SBV, SubViewer, ASS, SSA, TTML, CSV, TSV, TextGrid, JSON and plain text';

/** A format, with what its files begin with whatever their names say. */
interface Known {
  extensions?: readonly string[];
  starts?: readonly string[];
  startsInAnyCase?: readonly string[];
}

const READ: readonly (Known & { format: string })[] = formats.read;
/** Patterns of text formats without a beginning of their own. */
const SHAPES: typeof READ = formats.shapes;
/** What people may have of a transcript that is not read. */
const OTHERS: readonly (Known & { what: string; marked?: boolean })[] = formats.others;

/** The first of the formats that a text begins as. */
const begunAs = <Row extends Known>(rows: readonly Row[], text: string): Row | undefined =>
  rows.find(
    ({ starts = [], startsInAnyCase = [] }) =>
      starts.some((start) => new RegExp(start, 'u').test(text)) ||
      startsInAnyCase.some((start) => new RegExp(start, 'iu').test(text)),
  );

/** The first of the formats that has the end of a file's name. */
const namedAs = <Row extends Known>(rows: readonly Row[], name: string): Row | undefined =>
  rows.find(({ extensions }) => extensions?.includes(/\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''));

const refused = (name: string, what: string) =>
  badImport(name, null, msg`it is ${what}. What can be read: ${READABLE}`);

/** Throws AppError 400 for what is known not to be a transcript that can be read, before it is read as text. */
export function refuseOther(name: string, bytes: Uint8Array): void {
  const head = String.fromCharCode(...bytes.subarray(0, 40));
  const unmarked = OTHERS.filter(({ marked }) => !marked);
  const other = namedAs(OTHERS, name) ?? begunAs(unmarked, head);
  if (other) throw refused(name, other.what);
}

/** Whether a file's name says what it is. */
export const isNamedSo = (name: string): boolean => namedAs(READ, name) !== undefined;

/** What a file is: by its beginning, by the end of its name, then by its shape. Throws AppError 400 for a format that is not read. */
export function formatOf(name: string, content: string): ImportFormat {
  const start = content.slice(0, 2000).trimStart();
  const known = begunAs(READ, start);
  const other = known ? undefined : begunAs(OTHERS, start);
  if (other) throw refused(name, other.what);
  return importFormat.parse((known ?? namedAs(READ, name) ?? begunAs(SHAPES, start))?.format ?? 'txt');
}
