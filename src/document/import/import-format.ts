import { type ImportFormat, importFormat } from '../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../lib/errors/msg.ts';
import { badImport } from './bad-import.ts';
import formats from './vocabulary/formats.json' with { type: 'json' };

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
