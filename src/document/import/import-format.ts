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

const known = <Row extends Known>({ extensions = [], starts = [], startsInAnyCase = [], ...row }: Row) => {
  const patterns = [
    ...starts.map((start) => new RegExp(start, 'u')),
    ...startsInAnyCase.map((start) => new RegExp(start, 'iu')),
  ];
  return { ...row, extensions, begins: (text: string) => patterns.some((pattern) => pattern.test(text)) };
};

const READ = formats.read.map((row) => known(row));
/** Patterns of text formats without a beginning of their own. */
const SHAPES = formats.shapes.map((row) => known(row));
/** What people may have of a transcript that is not read. */
const OTHERS = formats.others.map((row) => known(row));

const extensionOf = (name: string): string => /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

const refused = (name: string, what: string) =>
  badImport(name, null, msg`it is ${what}. What can be read: ${READABLE}`);

/** Throws AppError 400 for what is known not to be a transcript that can be read, before it is read as text. */
export function refuseOther(name: string, bytes: Uint8Array): void {
  const head = String.fromCharCode(...bytes.subarray(0, 40));
  const other =
    OTHERS.find(({ extensions }) => extensions.includes(extensionOf(name))) ??
    OTHERS.find(({ begins, marked }) => !marked && begins(head));
  if (other) throw refused(name, other.what);
}

const namedFormat = (name: string): ImportFormat | undefined =>
  importFormat
    .optional()
    .parse(READ.find(({ extensions }) => extensions.includes(extensionOf(name)))?.format);

/** Whether a file's name says what it is. */
export const isNamedSo = (name: string): boolean => namedFormat(name) !== undefined;

/** What a file is: by its beginning, by the end of its name, then by its shape. Throws AppError 400 for a format that is not read. */
export function formatOf(name: string, content: string): ImportFormat {
  const start = content.slice(0, 2000).trimStart();
  const known = READ.find(({ begins }) => begins(start))?.format;
  if (known) return importFormat.parse(known);
  const other = OTHERS.find(({ begins }) => begins(start));
  if (other) throw refused(name, other.what);
  return namedFormat(name) ?? importFormat.parse(SHAPES.find(({ begins }) => begins(start))?.format ?? 'txt');
}
