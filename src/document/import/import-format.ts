import type { ImportFormat } from '../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../lib/errors/msg.ts';
import { badImport } from './bad-import.ts';

/** What can be read, for people. */
const READABLE = 'SRT, WebVTT, SBV, SubViewer, ASS, SSA, TTML, CSV, TSV, TextGrid, JSON and plain text';

const EXTENSIONS: Readonly<Record<string, ImportFormat>> = {
  srt: 'srt',
  vtt: 'vtt',
  sbv: 'sbv',
  sub: 'sbv',
  stl: 'sbv',
  ass: 'ass',
  ssa: 'ass',
  ttml: 'ttml',
  dfxp: 'ttml',
  itt: 'ttml',
  imsc: 'ttml',
  srv1: 'ttml',
  srv2: 'ttml',
  srv3: 'ttml',
  csv: 'csv',
  tsv: 'csv',
  ctm: 'csv',
  stm: 'csv',
  textgrid: 'textgrid',
  json: 'json',
  json3: 'json',
  jsonl: 'json',
  otr: 'json',
};

/** What people may have of a transcript that is not read, by the end of its name. */
const OTHERS: Readonly<Record<string, string>> = {
  doc: 'a Word document',
  docx: 'a Word document',
  odt: 'an OpenDocument text',
  rtf: 'an RTF text',
  pdf: 'a PDF',
  html: 'an HTML page',
  htm: 'an HTML page',
  xls: 'a spreadsheet',
  xlsx: 'a spreadsheet',
  ods: 'a spreadsheet',
  eaf: 'an ELAN file',
  cha: 'a CHAT transcript',
  trs: 'a Transcriber file',
  rttm: 'an RTTM file, which has no text',
  edl: 'an edit decision list',
  fcpxml: 'a Final Cut Pro project',
  scc: 'an SCC file',
  mcc: 'an MCC file',
  smi: 'a SAMI file',
  sami: 'a SAMI file',
  idx: 'a file of subtitles in pictures',
  sup: 'a file of subtitles in pictures',
  zip: 'a ZIP archive',
  cap: 'a Cheetah file',
  rt: 'a RealText file',
  pjs: 'a Phoenix file',
  aqt: 'an AQTitle file',
  jss: 'a JACOsub file',
  pac: 'a PAC file',
  exb: 'an EXMARaLDA file',
  flk: 'a FOLKER file',
  inqscr: 'an InqScribe document',
  trx: 'a Transana file',
  mx: 'a MAXQDA project',
  nvp: 'an NVivo project',
  nvpx: 'an NVivo project',
  whisper: 'a MacWhisper project',
  pages: 'a Pages document',
  f4p: 'an f4 project',
};

/** What a file begins with, whatever its name says. */
const STARTS: readonly (readonly [RegExp, ImportFormat])[] = [
  [/^WEBVTT(?:\s|$)/i, 'vtt'],
  [/^(?:\[Script Info\]|Dialogue: *(?:Marked=)?\d+,\d+:)/i, 'ass'],
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:\w+:)?(?:tt|transcript|timedtext)[\s>]/, 'ttml'],
  [/^File type = "ooTextFile"/, 'textgrid'],
];
const OTHER_STARTS: readonly (readonly [RegExp, string])[] = [
  [
    /^<(?:!doctype html|(?:html|head|body|div|p|cite|article|section|span|table|ul|ol|h\d|br)\b)/i,
    'an HTML page',
  ],
  [/^<SAMI\b/i, 'a SAMI file'],
  [/^<\?xml\b/, 'an XML file of another kind'],
  [/^\{\\rtf/, 'an RTF text'],
  [/^%PDF-/, 'a PDF'],
  [/^PK\p{Cc}\p{Cc}/u, 'a ZIP archive, such as a Word document'],
  [/^Scenarist_SCC/, 'an SCC file'],
  [/^\{\d+\}\{\d+\}/, 'a MicroDVD file, whose times are frames of an unknown rate'],
  [/^\{DEFAULT\}/, 'a MicroDVD file, whose times are frames of an unknown rate'],
  [/^\[\d+\]\[\d+\].*\s+\[\d+\]\[\d+\]/, 'an MPL2 file'],
  [/^\d{3}STL\d\d\.\d\d/, 'an STL file'],
  [/^\p{Cc}{3}\u00BA/u, 'a file of subtitles in pictures'],
  [/^SPEAKER \S+ \d+ \d/, 'an RTTM file, which has no text'],
  [/^@(?:UTF8|Begin)\b/, 'a CHAT transcript'],
  [/^\*(?:Non)?DropFrame/i, 'a Cheetah file'],
  [/^\{QTtext\}/i, 'a QuickTime text'],
  [/^<window\b/i, 'a RealText file'],
  [/^-->> \d+/, 'an AQTitle file'],
  [/^FORMAT=(?:TIME|\d)/i, 'an MPSub file'],
  [/^app=InqScribe\b/, 'an InqScribe document'],
];

/** Of text formats without a beginning of their own. */
const SHAPES: readonly (readonly [RegExp, ImportFormat])[] = [
  [/^(?:#?\d+[.)]?\s*\n)?\s*[\d:.]+[.,]\d+\s*-->/, 'srt'],
  [/^(?:\d+[.:)]?[ \t]+)?\d+[:;]\d{2}[:;]\d{2}[.:;]\d{2,3}[ \t,]+\d+[:;]\d{2}[:;]\d{2}[.:;]\d{2,3}\b/, 'sbv'],
  [/^(?:@ This file |<begin subtitles>|\$\w+ *=|\[INFORMATION\])/, 'sbv'],
  [/^[[{]\s*["{[\]}]/, 'json'],
  [/^\|[^\n]*\|[^\S\n]*\n\|[\s:|-]+\|/, 'csv'],
  [/^\d+[.,]\d+\t\d+[.,]\d+\t/, 'csv'],
  [/^"?start"?[\t,;]"?end"?[\t,;]/i, 'csv'],
  [/^(?:timespan|(?:begin|start) time[^\t\n]*)\t/i, 'csv'],
  [/^[^\t\n]*\t[^\t\n]*\t\d+\t\d+\t/, 'csv'],
  [/^(?:"#[^\n]*\n)*[^\t\n]*\t[^\t\n]*\t\d+:\d{2}:\d{2}\.\d+\t/, 'csv'],
];

const extensionOf = (name: string): string => /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

const refused = (name: string, what: string) =>
  badImport(name, null, msg`it is ${what}. What can be read: ${READABLE}`);

const begins = <Value>(starts: readonly (readonly [RegExp, Value])[], content: string): Value | undefined =>
  starts.find(([pattern]) => pattern.test(content))?.[1];

/** Throws AppError 400 for what is known not to be a transcript that can be read, before it is taken for text. */
export function refuseOther(name: string, bytes: Uint8Array): void {
  const what =
    OTHERS[extensionOf(name)] ?? begins(OTHER_STARTS.slice(3), String.fromCharCode(...bytes.subarray(0, 40)));
  if (what !== undefined) throw refused(name, what);
}

/** Whether a file's name says what it is. */
export const isNamedSo = (name: string): boolean => EXTENSIONS[extensionOf(name)] !== undefined;

/** What a file is: by its beginning, by the end of its name, then by its shape. Throws AppError 400 for a format that is not read. */
export function formatOf(name: string, content: string): ImportFormat {
  const start = content.slice(0, 2000).trimStart();
  const known = begins(STARTS, start);
  if (known) return known;
  const other = begins(OTHER_STARTS, start);
  if (other !== undefined) throw refused(name, other);
  return EXTENSIONS[extensionOf(name)] ?? begins(SHAPES, start) ?? 'txt';
}
