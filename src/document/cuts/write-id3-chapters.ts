import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { concatenateBytes } from '../../lib/bytes/concatenate.ts';
import { cleanLine } from '../formats/blocks.ts';
import { lengthOf, type Part } from './kept-parts.ts';

/** A chapter of a cut; times in seconds of the cut. */
export interface CutChapter {
  start: number;
  end: number;
  title: string;
}

/** The number of chapters that a table of contents can name. */
export const MOST_CHAPTERS = 255;
/** For an offset in bytes that is not given. */
const NO_OFFSET = 0xffff_ffff;
/** The table of contents is the outermost one, and in order. */
const TOP_LEVEL_IN_ORDER = 3;
const UTF_16 = 1;

/** The chapters of a transcript where the cut has them: one in a gap begins behind it; of several at one place, the last remains. */
export function chaptersInCut({ chapters }: CorrectedTranscript, parts: readonly Part[]): CutChapter[] {
  const starts = new Map<number, string>();
  for (const { start, title } of chapters.toSorted((a, b) => a.start - b.start)) {
    let at = 0;
    for (const part of parts) {
      if (start < part.end) {
        starts.set(at + Math.max(0, start - part.start), cleanLine(title));
        break;
      }
      at += part.end - part.start;
    }
  }
  const all = [...starts];
  return all.map(([start, title], index) => ({ start, end: all[index + 1]?.[0] ?? lengthOf(parts), title }));
}

/** A tag for the beginning of an MP3, with its chapters; empty without any. Source: ID3v2 Chapter Frame Addendum 1.0, ID3v2.3. */
export function writeId3Chapters(chapters: readonly CutChapter[]): Uint8Array<ArrayBuffer> {
  const named = chapters.slice(0, MOST_CHAPTERS).map((chapter, index) => ({ ...chapter, id: `ch${index}` }));
  if (named.length === 0) return new Uint8Array(0);
  const contents = frame('CTOC', [
    ...[latin('toc'), Uint8Array.of(TOP_LEVEL_IN_ORDER, named.length)],
    ...named.map(({ id }) => latin(id)),
  ]);
  const frames = named.map(({ id, start, end, title }) => {
    const times = [start, end].map((time) => number(Math.round(time * 1000)));
    const name = frame('TIT2', [Uint8Array.of(UTF_16), utf16(title)]);
    return frame('CHAP', [latin(id), ...times, number(NO_OFFSET), number(NO_OFFSET), name]);
  });
  const body = concatenateBytes([contents, ...frames]);
  const size = [21, 14, 7, 0].map((bits) => (body.length >> bits) & 0x7f);
  return concatenateBytes([new TextEncoder().encode('ID3'), Uint8Array.of(3, 0, 0, ...size), body]);
}

const latin = (id: string): Uint8Array => new TextEncoder().encode(`${id}\0`);

function number(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** With its mark, as readers of 2.3 expect it. */
function utf16(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  view.setUint16(0, 0xfeff, true);
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at + 2, text.charCodeAt(at), true);
  return new Uint8Array(view.buffer);
}

function frame(name: string, parts: readonly Uint8Array[]): Uint8Array {
  const body = concatenateBytes(parts);
  return concatenateBytes([new TextEncoder().encode(name), number(body.length), Uint8Array.of(0, 0), body]);
}
