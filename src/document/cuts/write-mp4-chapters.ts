import { concatenateBytes } from '../../lib/bytes/concatenate.ts';
import { type CutChapter, MOST_CHAPTERS } from './write-id3-chapters.ts';

const MOST_BYTES = 255;
/** Version 1, and seven bytes that are not used. */
const HEAD = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0);
/** Times are in units of 100 ns. */
const UNITS = 1e7;

/** The list of chapters for an MP4: the content of its box `chpl`. Source: Adobe, Video File Format Specification 10, as Nero wrote it. */
export function writeMp4Chapters(chapters: readonly CutChapter[]): Uint8Array<ArrayBuffer> {
  const named = chapters.slice(0, MOST_CHAPTERS);
  return concatenateBytes([
    ...[HEAD, Uint8Array.of(named.length)],
    ...named.flatMap(({ start, title }) => {
      const head = new DataView(new ArrayBuffer(9));
      head.setBigUint64(0, BigInt(Math.round(start * UNITS)));
      // Whole characters alone.
      const name = new Uint8Array(MOST_BYTES);
      const { written } = new TextEncoder().encodeInto(title, name);
      head.setUint8(8, written);
      return [new Uint8Array(head.buffer), name.subarray(0, written)];
    }),
  ]);
}
