import type { ImportedPassage, ImportFormat } from '../../contract/imported-transcript.ts';
import { AppError } from '../../lib/errors.ts';
import { badImport, quoted } from './bad-import.ts';
import { readCaptions } from './read-captions.ts';
import { type ReadJson, readJson } from './read-json-transcript.ts';
import { readPlainText } from './read-plain-text.ts';

/** A transcript's file. */
export interface ImportFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Null to tell by the name and the content. */
  format: ImportFormat | null;
}

export type ReadImport = ReadJson & { format: ImportFormat };

/** Reads a transcript of another program. Throws AppError 400 with the line and the reason if it cannot be read. */
export async function readImport({ name, bytes, format: given }: ImportFile): Promise<ReadImport> {
  const content = decode(name, bytes);
  const format = given ?? formatOf(name, content);
  const read = await readAs(name, content, format);
  if (!('passages' in read)) return { ...read, format };
  if (read.passages.length === 0) throw badImport(name, null, 'it has no text');
  refuseEndless(name, read.passages);
  return { passages: inOrder(read.passages), format };
}

/** Four days of speech: more would take the memory of a device. */
const MOST_WORDS = 1_000_000;

function refuseEndless(name: string, passages: readonly ImportedPassage[]): void {
  let count = 0;
  for (const { words, text } of passages) {
    count += words?.length ?? 0;
    if (words === null) {
      for (const _ of text.matchAll(/\S+/gu)) if (++count > MOST_WORDS) break;
    }
    if (count > MOST_WORDS) {
      throw new AppError(
        'too_large',
        `${quoted(name)} has more than ${MOST_WORDS} words. Cut it into parts. Nothing was changed.`,
      );
    }
  }
}

/** By their start, if all have one. */
const inOrder = (passages: readonly ImportedPassage[]): ImportedPassage[] =>
  passages.every(({ start }) => start !== null)
    ? passages.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
    : [...passages];

async function readAs(name: string, content: string, format: ImportFormat): Promise<ReadJson> {
  if (format === 'json') return readJson(name, content);
  if (format === 'txt') return { passages: readPlainText(content) };
  return { passages: await readCaptions(name, content, format) };
}

/** By the name's end, and by the content where that says nothing. */
function formatOf(name: string, content: string): ImportFormat {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (extension === 'srt' || extension === 'vtt' || extension === 'json') return extension;
  const start = content.slice(0, 2000).trimStart();
  if (/^WEBVTT\b/.test(start)) return 'vtt';
  if (/^(?:\d+\s*\n)?\s*[\d:]+,\d+\s*-->/.test(start)) return 'srt';
  return /^[[{]\s*["{[\]}]/.test(start) ? 'json' : 'txt';
}

const LINE_FEED = 10;

/** UTF-8, or UTF-16 with its mark. */
function decode(name: string, bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  try {
    const content = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes);
    const line = content.split('\n').findIndex((row) => row.includes('\0'));
    if (line >= 0) throw badImport(name, line + 1, 'it contains bytes that are no text');
    return content;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw badImport(
      name,
      faultyLine(bytes),
      'its text is not in UTF-8, the encoding that it must have',
      error,
    );
  }
}

/** The line, from 1, in which the first byte stands that is not UTF-8. */
function faultyLine(bytes: Uint8Array<ArrayBuffer>): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const feed = bytes.indexOf(LINE_FEED, from);
    const end = feed < 0 ? bytes.length : feed + 1;
    try {
      decoder.decode(bytes.subarray(from, end));
    } catch {
      return line;
    }
    from = end;
  }
  return line;
}
